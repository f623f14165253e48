(comment) @comment

(call
  target: (identifier) @_module
  (arguments . (alias) @name)
  (do_block) @body
  (#any-of? @_module "defmodule" "defprotocol")) @def.module
(call
  target: (identifier) @_impl
  (arguments
    . (alias)
    (keywords (pair value: (alias) @name)))
  (do_block) @body
  (#eq? @_impl "defimpl")) @def.impl
(call
  target: (identifier) @_impl
  (arguments . (alias) @name .)
  (do_block) @body
  (#eq? @_impl "defimpl")) @def.impl

(call
  target: (identifier) @_def
  (arguments
    . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (binary_operator left: (identifier) @name operator: "when")
    ])
  (do_block)? @body
  (#any-of? @_def "def" "defp" "defdelegate" "defn" "defnp")) @def.function
(call
  target: (identifier) @_def
  (arguments . (binary_operator operator: _ @name))
  (do_block)? @body
  (#any-of? @_def "def" "defp")
  (#not-eq? @name "when")) @def.function
(call
  target: (identifier) @_macro
  (arguments
    . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")
    ])
  (do_block)? @body
  (#any-of? @_macro "defmacro" "defmacrop" "defguard" "defguardp")) @def.macro

(call
  target: (identifier) @_test
  (arguments . (string) @name)
  (do_block) @body
  (#any-of? @_test "describe" "test" "property")) @def.test

(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_type
    (arguments . (binary_operator left: [
      (identifier) @name
      (call target: (identifier) @name)
    ])))
  (#any-of? @_type "type" "typep" "opaque")) @def.type
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_callback
    (arguments . (binary_operator left: (call target: (identifier) @name))))
  (#any-of? @_callback "callback" "macrocallback")) @def.function

(unary_operator
  operator: "@"
  operand: (call target: (identifier) @_doc)
  (#any-of? @_doc
    "doc" "typedoc" "spec" "impl" "deprecated" "since" "dialyzer" "compile" "tag")) @decorator
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @_doc)
  (#eq? @_doc "moduledoc")) @docstring
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @name (arguments))
  (#not-any-of? @name
    "doc" "typedoc" "spec" "impl" "deprecated" "since" "dialyzer" "compile" "tag"
    "moduledoc" "behaviour" "derive" "moduletag" "describetag" "before_compile"
    "after_compile" "on_load" "external_resource" "enforce_keys" "optional_callbacks")) @def.constant
