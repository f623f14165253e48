(comment) @comment

(function_declaration
  name: (method_index_expression) @name
  [body: (_) "end"] @body) @def.method
(function_declaration
  name: (_) @name
  [body: (_) "end"] @body) @def.function

(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name .)
    (expression_list . value: (function_definition [body: (_) "end"] @body)))) @def.function
(assignment_statement
  (variable_list . name: (_) @name .)
  (expression_list . value: (function_definition [body: (_) "end"] @body))) @def.function
(field
  name: (identifier) @name
  value: (function_definition [body: (_) "end"] @body)) @def.function

(function_call
  name: (identifier) @_test
  arguments: (arguments . (string) @name . (function_definition [body: (_) "end"] @body))
  (#any-of? @_test "describe" "context" "it" "test")) @def.test

(chunk
  (variable_declaration
    (assignment_statement (variable_list name: (identifier) @name))) @def.variable)
(chunk
  (assignment_statement
    (variable_list name: [(identifier) (dot_index_expression)] @name)) @def.variable)
