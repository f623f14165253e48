(comment) @comment

; A function that returns a type is a generic type.
(function_declaration
  name: (identifier) @name
  type: (builtin_type) @_type
  body: (_) @body
  (#eq? @_type "type")) @def.struct
(function_declaration name: (identifier) @name body: (_)? @body) @def.function
(test_declaration [(string) (identifier)] @name (block) @body) @def.test

(variable_declaration . "pub"? . "const" . (identifier) @name (struct_declaration "{" @body)) @def.struct
(variable_declaration . "pub"? . "const" . (identifier) @name (opaque_declaration "{" @body)) @def.struct
(variable_declaration . "pub"? . "const" . (identifier) @name (enum_declaration "{" @body)) @def.enum
(variable_declaration . "pub"? . "const" . (identifier) @name (union_declaration "{" @body)) @def.type
(variable_declaration . "pub"? . "const" . (identifier) @name (error_set_declaration "{" @body)) @def.type

; An import is no constant of this file.
(variable_declaration
  (identifier) @_imported
  (builtin_function (builtin_identifier) @_import)
  (#eq? @_import "@import"))
(source_file
  (variable_declaration
    "const" . (identifier) @name) @def.constant)
(source_file
  (variable_declaration
    "var" . (identifier) @name) @def.variable)
