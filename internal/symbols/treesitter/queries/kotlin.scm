[(line_comment) (block_comment)] @comment
(annotation) @decorator

(class_declaration
  "interface"
  name: (identifier) @name
  [(class_body) (enum_class_body)]? @body) @def.interface
(class_declaration
  "class"
  name: (identifier) @name
  (enum_class_body) @body) @def.enum
(class_declaration
  "class"
  name: (identifier) @name
  (class_body)? @body) @def.class
(object_declaration name: (identifier) @name (class_body)? @body) @def.class
(companion_object name: (identifier) @name (class_body)? @body) @def.class

; Extensions belong to the type they extend.
(function_declaration
  (user_type . (identifier) @scope)
  . "." .
  name: (identifier) @name
  (function_body)? @body) @def.method
(function_declaration
  name: (identifier) @name
  (function_body)? @body) @def.function
(secondary_constructor "constructor" @name (block)? @body) @def.method

(type_alias type: (identifier) @name) @def.type
(property_declaration
  (modifiers (property_modifier "const"))
  (variable_declaration . (identifier) @name)) @def.constant
(source_file
  (property_declaration
    (user_type . (identifier) @scope)
    . "." .
    (variable_declaration . (identifier) @name)) @def.variable)
(source_file
  (property_declaration
    "val"
    (variable_declaration . (identifier) @name)) @def.constant)
(source_file
  (property_declaration
    (variable_declaration . (identifier) @name)) @def.variable)
