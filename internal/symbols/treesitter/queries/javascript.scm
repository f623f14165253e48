; Also the first half of TypeScript and TSX.
(comment) @comment
(decorator) @decorator

(function_declaration name: (identifier) @name body: (_) @body) @def.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @def.function
(method_definition name: (_) @name body: (_) @body) @def.method

; A function by assignment: const f = () => ..., exports.f = function ...
(lexical_declaration
  (variable_declarator
    name: (identifier) @name
    value: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ])) @def.function
(variable_declaration
  (variable_declarator
    name: (identifier) @name
    value: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
    ])) @def.function
; const f = memo(() => ...): what is wrapped is what the name stands for.
(lexical_declaration
  (variable_declarator
    name: (identifier) @name
    value: (call_expression
      arguments: (arguments . [
        (arrow_function body: (_) @body)
        (function_expression body: (_) @body)
      ])))) @def.function
(expression_statement
  (assignment_expression
    left: (member_expression
      object: (member_expression property: (property_identifier) @_prototype)) @name
    right: (function_expression body: (_) @body))
  (#eq? @_prototype "prototype")) @def.method
(expression_statement
  (assignment_expression
    left: [(member_expression) (identifier)] @name
    right: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
    ])) @def.function
(pair
  key: [(property_identifier) (string)] @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]) @def.method

(expression_statement
  (call_expression
    function: [
      (identifier) @_test
      (member_expression object: (identifier) @_test)
      (call_expression function: (member_expression object: (identifier) @_test))
    ]
    arguments: (arguments . [(string) (template_string)] @name
      [
        (arrow_function body: (_) @body)
        (function_expression body: (_) @body)
      ]))
  (#any-of? @_test "describe" "context" "suite" "it" "test" "specify")) @def.test

; An import is no constant of this file.
(variable_declarator
  name: (identifier) @_imported
  value: (call_expression function: (identifier) @_require)
  (#eq? @_require "require"))
(program
  (lexical_declaration
    kind: "const"
    (variable_declarator name: (identifier) @name)) @def.constant)
(program
  (lexical_declaration
    (variable_declarator name: (identifier) @name)) @def.variable)
(program
  (variable_declaration
    (variable_declarator name: (identifier) @name)) @def.variable)
(program
  (export_statement
    (lexical_declaration
      kind: "const"
      (variable_declarator name: (identifier) @name)) @def.constant))
(program
  (export_statement
    (lexical_declaration
      (variable_declarator name: (identifier) @name)) @def.variable))
