; Added to javascript.scm.
(class_declaration name: (type_identifier) @name body: (_) @body) @def.class
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @def.class
(variable_declarator
  name: (identifier) @name
  value: (class body: (_) @body)) @def.class
(public_field_definition
  name: (_) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]) @def.method

(interface_declaration name: (type_identifier) @name body: (_) @body) @def.interface
(type_alias_declaration name: (type_identifier) @name) @def.type
(enum_declaration name: (identifier) @name body: (_) @body) @def.enum
(internal_module name: (_) @name body: (_) @body) @def.module
(module name: (_) @name body: (_) @body) @def.module

(function_signature name: (identifier) @name) @def.function
(method_signature name: (_) @name) @def.method
(abstract_method_signature name: (_) @name) @def.method
(property_signature
  name: (_) @name
  type: (type_annotation (function_type))) @def.method

(ambient_declaration
  (lexical_declaration (variable_declarator name: (identifier) @name)) @def.constant)
(internal_module
  body: (statement_block
    (export_statement
      (lexical_declaration (variable_declarator name: (identifier) @name)) @def.constant)))
