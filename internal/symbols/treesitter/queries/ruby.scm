(comment) @comment

(module name: (_) @name [body: (_) "end"] @body) @def.module
(class name: (_) @name [body: (_) "end"] @body) @def.class
(method name: (_) @name [body: (_) "end"]? @body) @def.function
(singleton_method name: (_) @name [body: (_) "end"]? @body) @def.method

; Point = Struct.new(:x) do ... end
(assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @_class
    method: (identifier) @_new
    block: (_) @body)
  (#any-of? @_class "Struct" "Class" "Data")
  (#any-of? @_new "new" "define")) @def.class
(assignment left: (constant) @name) @def.constant

(call
  method: (identifier) @_test
  arguments: (argument_list . (_) @name)
  block: (_) @body
  (#any-of? @_test "describe" "context" "it" "specify" "feature" "scenario" "shared_examples")) @def.test
