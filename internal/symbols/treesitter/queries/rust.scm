[(line_comment) (block_comment)] @comment
(attribute_item) @decorator

(function_item name: (identifier) @name body: (_) @body) @def.function
(function_signature_item name: (identifier) @name) @def.function
(struct_item
  name: (type_identifier) @name
  body: (field_declaration_list)? @body) @def.struct
(enum_item name: (type_identifier) @name body: (_) @body) @def.enum
(union_item name: (type_identifier) @name body: (_) @body) @def.type
(trait_item name: (type_identifier) @name body: (_) @body) @def.trait
(type_item name: (type_identifier) @name) @def.type
(mod_item name: (identifier) @name body: (_) @body) @def.module
(macro_definition name: (identifier) @name "{"? @body) @def.macro

; An implementation is named by its type, so that methods are Type.method.
(impl_item
  type: [
    (type_identifier) @name
    (primitive_type) @name
    (generic_type type: (type_identifier) @name)
    (generic_type type: (scoped_type_identifier) @name)
    (scoped_type_identifier name: (type_identifier) @name)
    (reference_type type: (type_identifier) @name)
    (reference_type type: (generic_type type: (type_identifier) @name))
    (dynamic_type trait: (type_identifier) @name)
  ]
  body: (_) @body) @def.impl
(impl_item
  type: [
    (tuple_type) (array_type) (pointer_type) (function_type) (unit_type) (never_type)
    (macro_invocation) (dynamic_type trait: (generic_type)) (reference_type type: (array_type))
  ] @name
  body: (_) @body) @def.impl

(const_item name: (identifier) @name) @def.constant
(static_item name: (identifier) @name) @def.variable
