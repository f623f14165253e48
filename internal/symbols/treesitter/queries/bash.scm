(comment) @comment

(function_definition name: (word) @name body: (_) @body) @def.function

(program
  (declaration_command
    . "readonly"
    (variable_assignment name: (variable_name) @name)) @def.constant)
(program
  (declaration_command
    (variable_assignment name: (variable_name) @name)) @def.variable)
(program
  (variable_assignment name: (variable_name) @name) @def.variable)
