package ctags

import "coderag/internal/code"

// language is what this package knows of a language.
type language struct {
	file     string   // a name by which ctags tells the language
	comments []string // what begins a line that is a comment
	kinds    map[string]code.DefKind
}

// languages returns the languages served. Of each, those kinds of tag are left
// out that are no declarations to look for: ports, labels, local names.
func languages() map[string]language {
	serve := func(file string, comments []string, extra map[string]code.DefKind) language {
		return language{file: file, comments: comments, kinds: extra}
	}
	fortran := map[string]code.DefKind{
		"module": code.KindModule, "submodule": code.KindModule, "program": code.KindModule, "interface": code.KindInterface, "blockData": code.KindModule,
		"function": code.KindFunction, "subroutine": code.KindFunction, "method": code.KindMethod, "type": code.KindStruct, "enum": code.KindEnum,
	}
	return map[string]language{
		"ada": serve("file.adb", []string{"--"}, map[string]code.DefKind{
			"subprogram": code.KindFunction, "task": code.KindFunction, "entry": code.KindFunction,
			"package": code.KindModule, "protected": code.KindModule, "type": code.KindType, "exception": code.KindType, "constant": code.KindConstant,
		}),
		"assembly": serve("file.s", []string{";", "#", "//", "@"}, map[string]code.DefKind{
			"macro": code.KindMacro, "label": code.KindFunction, "define": code.KindConstant, "type": code.KindType,
		}),
		"awk": serve("file.awk", []string{"#"}, map[string]code.DefKind{"function": code.KindFunction}),
		"cmake": serve("CMakeLists.txt", []string{"#"}, map[string]code.DefKind{
			"function": code.KindFunction, "macro": code.KindMacro, "target": code.KindVariable, "option": code.KindVariable, "project": code.KindModule,
		}),
		"cobol": serve("file.cob", []string{"*"}, map[string]code.DefKind{
			"program": code.KindModule, "division": code.KindModule, "section": code.KindModule, "paragraph": code.KindFunction,
		}),
		"d": serve("file.d", []string{"//", "*", "/*"}, map[string]code.DefKind{
			"class": code.KindClass, "struct": code.KindStruct, "interface": code.KindInterface, "enum": code.KindEnum, "union": code.KindStruct,
			"template": code.KindMacro, "function": code.KindFunction, "alias": code.KindType, "member": code.KindField,
		}),
		"eiffel":            serve("file.e", []string{"--"}, map[string]code.DefKind{"class": code.KindClass, "feature": code.KindMethod}),
		"fortran":           serve("file.f", []string{"!", "C ", "*"}, fortran),
		"fortran-free-form": serve("file.f90", []string{"!"}, fortran),
		"haxe":              serve("file.hx", []string{"//", "*", "/*"}, map[string]code.DefKind{"class": code.KindClass, "interface": code.KindInterface, "enum": code.KindEnum, "typedef": code.KindType, "method": code.KindMethod}),
		"m4":                serve("file.m4", []string{"dnl", "#"}, map[string]code.DefKind{"macro": code.KindMacro}),
		"matlab":            serve("file.matlab", []string{"%"}, map[string]code.DefKind{"function": code.KindFunction, "class": code.KindClass}),
		"pascal":            serve("file.pas", []string{"//", "{", "(*"}, map[string]code.DefKind{"function": code.KindFunction, "procedure": code.KindFunction}),
		"puppet": serve("file.pp", []string{"#"}, map[string]code.DefKind{
			"class": code.KindClass, "definition": code.KindFunction, "node": code.KindModule, "function": code.KindFunction, "resource": code.KindField, "type": code.KindType,
		}),
		"rexx":        serve("file.rexx", []string{"--", "/*"}, map[string]code.DefKind{"subroutine": code.KindFunction}),
		"standard-ml": serve("file.sml", []string{"(*", "*"}, map[string]code.DefKind{"structure": code.KindModule, "signature": code.KindInterface, "functor": code.KindModule, "function": code.KindFunction, "type": code.KindType, "exception": code.KindType, "value": code.KindVariable}),
		"tcl":         serve("file.tcl", []string{"#"}, map[string]code.DefKind{"procedure": code.KindFunction, "namespace": code.KindModule, "class": code.KindClass, "method": code.KindMethod}),
		"vhdl": serve("file.vhd", []string{"--"}, map[string]code.DefKind{
			"entity": code.KindInterface, "architecture": code.KindImpl, "package": code.KindModule, "function": code.KindFunction, "procedure": code.KindFunction,
			"process": code.KindFunction, "component": code.KindStruct, "type": code.KindType, "subtype": code.KindType, "constant": code.KindConstant, "record": code.KindStruct,
		}),
	}
}
