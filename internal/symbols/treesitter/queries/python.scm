(comment) @comment
(decorator) @decorator

(function_definition
  name: (identifier) @name
  body: (_) @body) @def.function
(class_definition
  name: (identifier) @name
  body: (_) @body) @def.class

(function_definition
  body: (block . (expression_statement . (string) @docstring .)))
(class_definition
  body: (block . (expression_statement . (string) @docstring .)))

(type_alias_statement . "type" . (type (identifier) @name)) @def.type

(module (expression_statement
  (assignment left: (identifier) @name right: (lambda)) @def.function))
(module (expression_statement
  (assignment left: (identifier) @name) @def.constant
  (#match? @name "^_*[A-Z][A-Z0-9_]*$")))
(module (expression_statement
  (assignment left: (identifier) @name) @def.variable))
(module (expression_statement
  (assignment left: (pattern_list (identifier) @name)) @def.variable))
