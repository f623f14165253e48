; Also the first half of C++.
(comment) @comment

(preproc_def name: (identifier) @name value: (_)) @def.macro
(preproc_function_def name: (identifier) @name value: (_)? @body) @def.macro

(function_definition
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
  ]
  body: (_) @body) @def.function
(declaration
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))))
  ]) @def.function
(field_declaration
  declarator: (function_declarator
    declarator: (parenthesized_declarator
      (pointer_declarator declarator: (field_identifier) @name)))) @def.field

; typedef struct tag { ... } name: tag and name are two definitions of one text.
(type_definition
  type: (struct_specifier name: (type_identifier)? @name body: (_) @body)
  declarator: (type_identifier) @name) @def.struct
(type_definition
  type: (enum_specifier name: (type_identifier)? @name body: (_) @body)
  declarator: (type_identifier) @name) @def.enum
(type_definition
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (type_identifier) @name)))
  ]) @def.type
(struct_specifier name: (type_identifier) @name body: (_) @body) @def.struct
(enum_specifier name: (type_identifier) @name body: (_) @body) @def.enum
(union_specifier name: (type_identifier) @name body: (_) @body) @def.type

(declaration
  (type_qualifier) @_const
  declarator: [
    (init_declarator declarator: (identifier) @name)
    (init_declarator declarator: (array_declarator declarator: (identifier) @name))
    (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (init_declarator
      declarator: (array_declarator declarator: (array_declarator declarator: (identifier) @name)))
    (init_declarator
      declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @name)))
  ]
  (#any-of? @_const "const" "constexpr")) @def.constant
(declaration
  declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    (init_declarator declarator: (identifier) @name)
    (init_declarator declarator: (array_declarator declarator: (identifier) @name))
    (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (init_declarator
      declarator: (array_declarator declarator: (array_declarator declarator: (identifier) @name)))
    (init_declarator
      declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @name)))
    (init_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name))))
  ]) @def.variable
