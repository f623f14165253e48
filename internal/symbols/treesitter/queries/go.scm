(comment) @comment

(function_declaration
  name: (identifier) @name
  body: (_)? @body) @def.function

(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (type_identifier) @scope
        (generic_type type: (type_identifier) @scope)
        (pointer_type (type_identifier) @scope)
        (pointer_type (generic_type type: (type_identifier) @scope))
      ]))
  name: (field_identifier) @name
  body: (_)? @body) @def.method

; In parentheses a declaration starts at its name, else at the keyword.
(type_declaration "("
  (type_spec
    name: (type_identifier) @name
    type: (struct_type (field_declaration_list) @body)) @def.struct)
(type_declaration "("
  (type_spec
    name: (type_identifier) @name
    type: (interface_type "{" @body)) @def.interface)
(type_declaration "("
  [
    (type_spec name: (type_identifier) @name)
    (type_alias name: (type_identifier) @name)
  ] @def.type)
(type_declaration
  (type_spec
    name: (type_identifier) @name
    type: (struct_type (field_declaration_list) @body))) @def.struct
(type_declaration
  (type_spec
    name: (type_identifier) @name
    type: (interface_type "{" @body))) @def.interface
(type_declaration
  [
    (type_spec name: (type_identifier) @name)
    (type_alias name: (type_identifier) @name)
  ]) @def.type

(method_elem name: (field_identifier) @name) @def.method
(field_declaration
  name: (field_identifier) @name
  type: (function_type)) @def.field

(source_file
  (const_declaration "(" (const_spec (identifier) @name) @def.constant))
(source_file
  (const_declaration (const_spec (identifier) @name)) @def.constant)
(source_file
  (var_declaration (var_spec_list (var_spec (identifier) @name) @def.variable)))
(source_file
  (var_declaration (var_spec (identifier) @name)) @def.variable)
