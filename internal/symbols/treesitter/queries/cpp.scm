; Added to c.scm, and read before it: what a template wraps starts at the template.
(function_definition
  declarator: (function_declarator
    declarator: (identifier) @_macro
    parameters: (parameter_list
      . (parameter_declaration type: (type_identifier) @scope)
      . (parameter_declaration type: (type_identifier) @name)))
  body: (_) @body
  (#match? @_macro "^(TYPED_)?TEST(_[FP])?$")) @def.test

(template_declaration
  (function_definition
    declarator: [
      (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name)
      (_ (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))
    ]
    body: (_) @body)) @def.function
(template_declaration
  (function_definition
    declarator: [
      (function_declarator declarator: (qualified_identifier) @name)
      (_ (function_declarator declarator: (qualified_identifier) @name))
    ]
    body: (_) @body)) @def.method
(template_declaration
  (class_specifier name: (_) @name body: (_) @body)) @def.class
(template_declaration
  (struct_specifier name: (_) @name body: (_) @body)) @def.struct
(template_declaration (alias_declaration name: (type_identifier) @name)) @def.type
(template_declaration (concept_definition name: (identifier) @name)) @def.interface
(template_declaration
  (declaration declarator: (init_declarator declarator: (identifier) @name))) @def.constant

(namespace_definition name: (_) @name body: (_) @body) @def.module
(class_specifier name: (_) @name body: (_) @body) @def.class
(alias_declaration name: (type_identifier) @name) @def.type
(concept_definition name: (identifier) @name) @def.interface

; class EXPORT_MACRO Name : public Base { ... } parses as a function, with an
; error in it; only a wildcard may have that as a child in a query.
(_
  type: [(class_specifier !body) (struct_specifier !body)]
  (ERROR (identifier) @name)
  declarator: (identifier) @_base
  body: (_) @body) @def.class
(function_definition
  type: [(class_specifier !body) (struct_specifier !body)]
  . declarator: (identifier) @name
  body: (_) @body) @def.class

; Members defined out of line, and operators, behind references and pointers.
(function_definition
  declarator: [
    (function_declarator declarator: (qualified_identifier) @name)
    (reference_declarator (function_declarator declarator: (qualified_identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier) @name))
  ]
  (field_initializer_list)? @body
  body: (_) @body) @def.method
(function_definition
  declarator: [
    (function_declarator declarator: [(field_identifier) (operator_name) (destructor_name)] @name)
    (reference_declarator
      (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))
    (pointer_declarator
      declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name))
    (operator_cast) @name
  ]
  (field_initializer_list)? @body
  body: (_)? @body) @def.function
(function_definition
  declarator: (function_declarator declarator: (identifier) @name)
  (field_initializer_list) @body) @def.function

(field_declaration
  declarator: [
    (function_declarator declarator: [(field_identifier) (operator_name)] @name)
    (reference_declarator
      (function_declarator declarator: [(field_identifier) (operator_name)] @name))
    (pointer_declarator
      declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  ]) @def.method
(declaration
  declarator: [
    (function_declarator declarator: [(operator_name) (destructor_name)] @name)
    (reference_declarator (function_declarator declarator: [(identifier) (operator_name)] @name))
    (operator_cast) @name
  ]) @def.function
