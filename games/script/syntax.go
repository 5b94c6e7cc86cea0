package script

import (
	"slices"
	"strconv"

	"go.starlark.net/syntax"
)

// dialect contains the language options of files: no recursion, no while, no reassignment at top
// level.
var dialect = &syntax.FileOptions{Set: true, TopLevelControl: true}

// absent contains the names of the language that a file can't use, because there are no fractions,
// no bytes, and no reflection.
var absent = map[string]bool{"bytes": true, "dir": true, "float": true, "getattr": true, "hasattr": true, "hash": true}

// Names of the functions that guard operators and methods. The function for an operator has the name
// operatorPrefix with the operator. No file can write these names.
const (
	operatorPrefix = "·"
	guardName      = "·guard"
	tupleName      = "·tuple"
	chargeName     = "·charge"
)

// reader checks a file's tree and adds guards to all operations that could grow without bound.
type reader struct{ err error }

func (r *reader) fault(n syntax.Node, key string, args ...string) {
	if r.err == nil {
		r.err = (&fault{key: key, args: args}).at(syntax.Start(n))
	}
}

// guardTree adds guards to a file's tree, or returns the fault of a forbidden construct.
func guardTree(f *syntax.File) error {
	var r reader
	r.stmts(f.Stmts)
	return r.err
}

func (r *reader) stmts(all []syntax.Stmt) {
	for _, s := range all {
		r.stmt(s)
	}
}

func (r *reader) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.AssignStmt:
		r.assign(s)
	case *syntax.DefStmt:
		r.params(s.Params)
		r.stmts(s.Body)
	case *syntax.ExprStmt:
		s.X = r.expr(s.X)
	case *syntax.ForStmt:
		s.X = r.expr(s.X)
		r.target(s.Vars)
		r.stmts(s.Body)
	case *syntax.IfStmt:
		s.Cond = r.expr(s.Cond)
		r.stmts(s.True)
		r.stmts(s.False)
	case *syntax.ReturnStmt:
		if s.Result != nil {
			s.Result = r.expr(s.Result)
		}
	case *syntax.LoadStmt:
		r.fault(s, "forbidden", "load")
	case *syntax.WhileStmt:
		r.fault(s, "while")
	}
}

// assign adds guards to an assignment. It replaces "x += y" by an assignment of a call. For a target
// that is no name, it wraps the right operand in a guard, which then changes the target.
func (r *reader) assign(s *syntax.AssignStmt) {
	r.target(s.LHS)
	if tuple, ok := s.RHS.(*syntax.TupleExpr); ok && s.Op == syntax.EQ && isUnpacking(s.LHS) {
		r.exprs(tuple.List) // the tuple itself is gone at once
		return
	}
	s.RHS = r.expr(s.RHS)
	id, named := s.LHS.(*syntax.Ident)
	switch {
	case s.Op == syntax.EQ, isNumber(s.RHS) && counts(s.Op-syntax.PLUS_EQ+syntax.PLUS):
	case s.Op == syntax.SLASH_EQ:
		r.fault(s, "fraction")
	case named:
		x := &syntax.Ident{NamePos: id.NamePos, Name: id.Name}
		s.RHS = operation(s, s.OpPos, s.Op, x, s.RHS)
		s.Op = syntax.EQ
	case s.Op == syntax.PERCENT_EQ, s.Op == syntax.LTLT_EQ, s.Op == syntax.GTGT_EQ:
		r.fault(s, "forbidden", s.Op.String())
	default:
		s.RHS = guarded(s.RHS, guardName)
	}
}

// target checks the target of an assignment: a name, an element, or a tuple of targets.
func (r *reader) target(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Ident:
		r.name(e)
	case *syntax.ParenExpr:
		r.target(e.X)
	case *syntax.TupleExpr:
		for _, x := range e.List {
			r.target(x)
		}
	case *syntax.ListExpr:
		for _, x := range e.List {
			r.target(x)
		}
	case *syntax.IndexExpr:
		e.X, e.Y = r.expr(e.X), r.expr(e.Y)
	}
}

func (r *reader) name(id *syntax.Ident) {
	if absent[id.Name] {
		r.fault(id, "forbidden", id.Name)
	}
}

// params checks the parameters of a function. It refuses *args, which would collect arguments
// in an unchecked tuple.
func (r *reader) params(all []syntax.Expr) {
	for _, p := range all {
		switch p := p.(type) {
		case *syntax.UnaryExpr:
			if p.X != nil {
				r.fault(p, "forbidden", p.Op.String()+p.X.(*syntax.Ident).Name)
			}
		case *syntax.BinaryExpr:
			p.Y = r.expr(p.Y)
		}
	}
}

func (r *reader) exprs(all []syntax.Expr) {
	for i, e := range all {
		all[i] = r.expr(e)
	}
}

// optional returns expr(e), or nil if e is missing.
func (r *reader) optional(e syntax.Expr) syntax.Expr {
	if e == nil {
		return nil
	}
	return r.expr(e)
}

// expr returns the expression e with guards added inside and, where needed, around it.
func (r *reader) expr(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Ident:
		r.name(e)
	case *syntax.Literal:
		r.literal(e)
	case *syntax.ParenExpr:
		e.X = r.expr(e.X)
	case *syntax.CallExpr:
		r.call(e)
	case *syntax.DotExpr:
		e.X = r.expr(e.X)
		if !free[e.Name.Name] {
			e.X = callOf(e.X, e.Dot, guardName, e.X)
		}
	case *syntax.Comprehension:
		r.comprehension(e)
	case *syntax.DictExpr:
		r.exprs(e.List)
	case *syntax.DictEntry:
		e.Key, e.Value = r.expr(e.Key), r.expr(e.Value)
	case *syntax.LambdaExpr:
		r.params(e.Params)
		e.Body = r.expr(e.Body)
	case *syntax.ListExpr:
		r.exprs(e.List)
	case *syntax.CondExpr:
		e.Cond, e.True, e.False = r.expr(e.Cond), r.expr(e.True), r.expr(e.False)
	case *syntax.TupleExpr:
		return r.tuple(e)
	case *syntax.UnaryExpr:
		e.X = r.expr(e.X)
	case *syntax.BinaryExpr:
		return r.binary(e)
	case *syntax.SliceExpr:
		e.X = callOf(e.X, e.Lbrack, chargeName, r.expr(e.X))
		e.Lo, e.Hi, e.Step = r.optional(e.Lo), r.optional(e.Hi), r.optional(e.Step)
	case *syntax.IndexExpr:
		e.X, e.Y = r.expr(e.X), r.expr(e.Y)
	}
	return e
}

func (r *reader) literal(e *syntax.Literal) {
	switch e.Token {
	case syntax.FLOAT:
		r.fault(e, "fraction")
	case syntax.INT:
		if n, ok := e.Value.(int64); !ok || n > MostInt {
			r.fault(e, "number")
		}
	case syntax.BYTES:
		r.fault(e, "forbidden", "bytes")
	}
}

func (r *reader) call(e *syntax.CallExpr) {
	e.Fn = r.expr(e.Fn)
	for i, a := range e.Args {
		switch a := a.(type) {
		case *syntax.BinaryExpr:
			if a.Op == syntax.EQ {
				a.Y = r.expr(a.Y)
				continue
			}
		case *syntax.UnaryExpr:
			if a.Op == syntax.STAR || a.Op == syntax.STARSTAR {
				a.X = guarded(r.expr(a.X), chargeName)
				continue
			}
		}
		e.Args[i] = r.expr(a)
	}
}

func (r *reader) comprehension(e *syntax.Comprehension) {
	e.Body = r.expr(e.Body)
	for _, c := range e.Clauses {
		switch c := c.(type) {
		case *syntax.ForClause:
			r.target(c.Vars)
			c.X = r.expr(c.X)
		case *syntax.IfClause:
			c.Cond = r.expr(c.Cond)
		}
	}
}

// tuple replaces a tuple by a call that checks its size. A tuple of literals stays, because it
// needs no check.
func (r *reader) tuple(e *syntax.TupleExpr) syntax.Expr {
	plain := true
	for i, x := range e.List {
		e.List[i] = r.expr(x)
		plain = plain && isLiteral(x)
	}
	const mostThings = 255 // greatest number of arguments per call
	if plain {
		return e
	}
	if len(e.List) > mostThings {
		r.fault(e, "large", "tuple", strconv.Itoa(mostThings))
	}
	return callOf(e, syntax.Start(e), tupleName, e.List...)
}

func isLiteral(e syntax.Expr) bool {
	_, ok := e.(*syntax.Literal)
	return ok
}

func isNumber(e syntax.Expr) bool {
	l, ok := e.(*syntax.Literal)
	return ok && l.Token == syntax.INT
}

// binary replaces a binary operator by a call, except where the operator needs no guard.
func (r *reader) binary(e *syntax.BinaryExpr) syntax.Expr {
	e.X, e.Y = r.expr(e.X), r.expr(e.Y)
	switch e.Op {
	case syntax.AND, syntax.OR:
		return e
	case syntax.SLASH:
		r.fault(e, "fraction")
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE:
		if isLiteral(e.X) || isLiteral(e.Y) || isInt(e.X) || isInt(e.Y) {
			return e
		}
	case syntax.IN, syntax.NOT_IN:
		if isShortList(e.Y) {
			return e
		}
	}
	if counts(e.Op) && (isNumber(e.X) || isNumber(e.Y)) {
		return e
	}
	return operation(e, e.OpPos, e.Op, e.X, e.Y)
}

// counts reports whether an operation with a small number needs no guard: the other operand must then
// be a number too, and the result grows little.
func counts(op syntax.Token) bool {
	return op == syntax.PLUS || op == syntax.MINUS || op == syntax.SLASHSLASH || op == syntax.AMP
}

// isInt reports whether the value of e, an expression with guards, can only be a number.
func isInt(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return isInt(e.X)
	case *syntax.UnaryExpr:
		return isInt(e.X)
	case *syntax.BinaryExpr:
		return counts(e.Op)
	}
	return isNumber(e)
}

// isShortList reports whether e is a list or tuple of literals, which takes a step for each of them.
func isShortList(e syntax.Expr) bool {
	var all []syntax.Expr
	switch e := e.(type) {
	case *syntax.ListExpr:
		all = e.List
	case *syntax.TupleExpr:
		all = e.List
	case *syntax.ParenExpr:
		return isShortList(e.X)
	}
	return len(all) > 0 && !slices.ContainsFunc(all, func(x syntax.Expr) bool { return !isLiteral(x) })
}

// isUnpacking reports whether an assignment to e unpacks the value.
func isUnpacking(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.TupleExpr, *syntax.ListExpr:
		return true
	case *syntax.ParenExpr:
		return isUnpacking(e.X)
	}
	return false
}

// operation returns a call of the function that implements "x op y".
func operation(n syntax.Node, at syntax.Position, op syntax.Token, x, y syntax.Expr) syntax.Expr {
	return callOf(n, at, operatorPrefix+op.String(), x, y)
}

// guarded returns a call of the guard function called by with the argument x.
func guarded(x syntax.Expr, by string) syntax.Expr { return callOf(x, syntax.Start(x), by, x) }

// callOf returns a call of the function called name, which replaces e in the tree. at is the
// position of the call. It must be close to the positions around the call: the interpreter has a
// table of positions that grows with the distance between neighbours.
func callOf(e syntax.Node, at syntax.Position, name string, args ...syntax.Expr) syntax.Expr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: syntax.Start(e), Name: name}, Lparen: at, Args: args, Rparen: syntax.End(e)}
}
