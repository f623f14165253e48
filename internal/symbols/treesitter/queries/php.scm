(comment) @comment
(attribute_list) @decorator

(namespace_definition name: (_) @name body: (_) @body) @def.module
(class_declaration name: (name) @name body: (_) @body) @def.class
(interface_declaration name: (name) @name body: (_) @body) @def.interface
(trait_declaration name: (name) @name body: (_) @body) @def.trait
(enum_declaration name: (name) @name body: (_) @body) @def.enum
(function_definition name: (name) @name body: (_) @body) @def.function
(method_declaration name: (name) @name body: (_)? @body) @def.method

(const_declaration (const_element . (name) @name)) @def.constant
(program
  (expression_statement
    (assignment_expression
      left: (variable_name (name) @name)
      right: [
        (arrow_function body: (_) @body)
        (anonymous_function body: (_) @body)
      ]) @def.function))
(program
  (expression_statement
    (assignment_expression left: (variable_name (name) @name)) @def.variable))
(expression_statement
  (function_call_expression
    function: (name) @_define
    arguments: (arguments . (argument (string) @name)))
  (#eq? @_define "define")) @def.constant
(expression_statement
  (function_call_expression
    function: (name) @_test
    arguments: (arguments . (argument (string) @name) (argument (anonymous_function body: (_) @body))))
  (#any-of? @_test "it" "test" "describe")) @def.test
