package gosyntax

import (
	"go/ast"
	"go/token"
	"strings"

	"coderag/internal/code"
)

// function declares a function or method, and the types inside it.
func (r *reading) function(d *ast.FuncDecl) {
	kind, scope, body := code.KindFunction, "", 0
	if d.Recv != nil && len(d.Recv.List) > 0 {
		kind, scope = code.KindMethod, receiver(d.Recv.List[0].Type)
	}
	if d.Body != nil {
		body = r.file.Offset(d.Body.Pos())
	}
	r.declare(kind, d.Name, scope, d, body)
	r.nested(d)
}

// receiver returns the name of the type behind a receiver's type.
func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.ParenExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	}
	return ""
}

// general declares the specs of a const, var or type declaration at the top
// level. A spec in parentheses stands for itself, one without for the whole
// declaration.
func (r *reading) general(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		node := ast.Node(spec)
		if !d.Lparen.IsValid() {
			node = d
		}
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			r.typeSpec(spec, node)
		case *ast.ValueSpec:
			kind := code.KindVariable
			if d.Tok == token.CONST {
				kind = code.KindConstant
			}
			for _, name := range spec.Names {
				r.declare(kind, name, "", node, 0)
			}
		}
		r.nested(spec)
	}
}

// typeSpec declares a type.
func (r *reading) typeSpec(spec *ast.TypeSpec, node ast.Node) {
	kind, body := code.KindType, 0
	switch t := spec.Type.(type) {
	case *ast.StructType:
		kind, body = code.KindStruct, r.file.Offset(t.Fields.Opening)
	case *ast.InterfaceType:
		kind, body = code.KindInterface, r.file.Offset(t.Methods.Opening)
	}
	if spec.Assign.IsValid() {
		kind, body = code.KindType, 0
	}
	r.declare(kind, spec.Name, "", node, body)
}

// nested declares what lies inside n: types, methods of interfaces, and fields
// that hold functions. It looks at n only when a keyword of one occurs there.
func (r *reading) nested(n ast.Node) {
	text := r.rangeOf(n).Of(r.source.Text)
	if !strings.Contains(text, "type") && !strings.Contains(text, "struct") && !strings.Contains(text, "interface") {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeclStmt:
			if d, ok := n.Decl.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				r.localTypes(d)
			}
		case *ast.StructType:
			r.members(n.Fields, code.KindField)
		case *ast.InterfaceType:
			r.members(n.Methods, code.KindMethod)
		}
		return true
	})
}

func (r *reading) localTypes(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		spec, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		if d.Lparen.IsValid() {
			r.typeSpec(spec, spec)
		} else {
			r.typeSpec(spec, d)
		}
	}
}

// members declares those of fields that are named and hold functions.
func (r *reading) members(fields *ast.FieldList, kind code.DefKind) {
	for _, field := range fields.List {
		if _, ok := field.Type.(*ast.FuncType); !ok {
			continue
		}
		for _, name := range field.Names {
			r.declare(kind, name, "", field, 0)
		}
	}
}
