; What JavaScript has and TypeScript's grammar names differently.
(class_declaration name: (identifier) @name body: (_) @body) @def.class
(variable_declarator
  name: (identifier) @name
  value: (class body: (_) @body)) @def.class
(field_definition
  property: (_) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]) @def.method
