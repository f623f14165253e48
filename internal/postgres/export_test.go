package postgres

// DeclarationsSQL is the statement of Declarations.
func (p *Project) DeclarationsSQL() string { return p.sql(declarationsSQL) }
