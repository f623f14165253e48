(comment) @comment
(attribute_list) @decorator

(namespace_declaration name: (_) @name body: (_) @body) @def.module
(class_declaration name: (identifier) @name body: (_)? @body) @def.class
(record_declaration name: (identifier) @name body: (_)? @body) @def.class
(struct_declaration name: (identifier) @name body: (_)? @body) @def.struct
(interface_declaration name: (identifier) @name body: (_)? @body) @def.interface
(enum_declaration name: (identifier) @name body: (_)? @body) @def.enum
(delegate_declaration name: (identifier) @name) @def.type

(method_declaration name: (identifier) @name body: (_)? @body) @def.method
(constructor_declaration name: (identifier) @name body: (_)? @body) @def.method
(destructor_declaration name: (identifier) @name body: (_)? @body) @def.method
(operator_declaration operator: _ @name body: (_)? @body) @def.method
(conversion_operator_declaration type: (_) @name body: (_)? @body) @def.method
(local_function_statement name: (identifier) @name body: (_)? @body) @def.function

; A property with code; without, it is a field like any other.
(property_declaration
  name: (identifier) @name
  accessors: (accessor_list (accessor_declaration body: (_))) @body) @def.field
(property_declaration
  name: (identifier) @name
  value: (arrow_expression_clause) @body) @def.field
(indexer_declaration "this" @name [accessors: (_) value: (_)] @body) @def.field
(event_field_declaration
  (variable_declaration (variable_declarator name: (identifier) @name))) @def.field

(field_declaration
  (modifier "const")
  (variable_declaration (variable_declarator name: (identifier) @name))) @def.constant
(field_declaration
  (modifier "static")
  (modifier "readonly")
  (variable_declaration (variable_declarator name: (identifier) @name))) @def.constant
