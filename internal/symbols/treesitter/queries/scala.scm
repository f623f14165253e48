[(comment) (block_comment)] @comment
(annotation) @decorator

(class_definition name: (identifier) @name body: (_)? @body) @def.class
(object_definition name: (identifier) @name body: (_)? @body) @def.class
(package_object name: (identifier) @name body: (_)? @body) @def.module
(trait_definition name: (identifier) @name body: (_)? @body) @def.trait
(enum_definition name: (identifier) @name body: (_)? @body) @def.enum
(given_definition name: (identifier) @name body: (_)? @body) @def.impl

(extension_definition
  parameters: (parameters (parameter type: (type_identifier) @scope))
  body: (function_definition
    name: (identifier) @name
    body: (_)? @body) @def.method)
(extension_definition
  parameters: (parameters (parameter type: (type_identifier) @scope))
  body: (template_body
    (function_definition
      name: (identifier) @name
      body: (_)? @body) @def.method))
(function_definition name: (_) @name body: (_)? @body) @def.function
(function_declaration name: (_) @name) @def.function

(type_definition name: (type_identifier) @name) @def.type
(object_definition
  body: (template_body
    (val_definition pattern: (identifier) @name) @def.constant))
(compilation_unit (val_definition pattern: (identifier) @name) @def.constant)
(compilation_unit (var_definition pattern: (identifier) @name) @def.variable)
