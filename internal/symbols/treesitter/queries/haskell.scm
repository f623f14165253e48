[(comment) (haddock)] @comment

; A type signature and the equations after it are joined into one definition.
(signature name: (variable) @name) @def.function
(signature name: (prefix_id (operator) @name)) @def.function
(signature names: (binding_list name: (variable) @name)) @def.function
(function name: (variable) @name) @def.function
(function name: (prefix_id (operator) @name)) @def.function
(function (infix operator: [(operator) @name (infix_id (variable) @name)])) @def.function
(bind name: (variable) @name) @def.function

(data_type name: (_) @name constructors: (_)? @body) @def.type
(newtype name: (_) @name) @def.type
(type_synomym name: (_) @name) @def.type
(type_family name: (_) @name) @def.type
(pattern_synonym (equation synonym: (constructor) @name)) @def.function
(class name: (name) @name declarations: (_)? @body) @def.interface

; An instance is named by its type, so that methods are Type.method.
(instance
  patterns: (type_patterns . [
    (name) @name
    (list) @name
    (tuple) @name
    (unit) @name
    (variable) @name
    (parens (apply constructor: (name) @name))
    (parens (apply constructor: (apply constructor: (name) @name)))
    (parens (apply constructor: (prefix_id) @name))
  ])
  declarations: (_)? @body) @def.impl
