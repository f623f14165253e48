package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"coderag/internal/code"
	"coderag/internal/database"
	"coderag/internal/status"
	"coderag/migrations"
)

// Registry is the schema that lists the projects of a database. It is safe for
// concurrent use.
type Registry struct{ db *database.DB }

// OpenRegistry returns the registry; it does not touch the database.
func OpenRegistry(db *database.DB) *Registry { return &Registry{db} }

// Migrate creates the registry, or brings it to the version of this program.
func (r *Registry) Migrate(ctx context.Context) error {
	return r.db.Migrate(ctx, code.RegistrySchema, migrations.Registry, "registry")
}

// Registered is a project as the registry has it.
type Registered struct {
	Name  string
	Roots []code.Root
}

// Projects returns the registered projects ordered by name, their roots by repo.
func (r *Registry) Projects(ctx context.Context) (_ []Registered, err error) {
	defer database.Wrap(&err, "registered projects")
	rows, _ := r.db.Pool().Query(ctx, `
		SELECT p.name, coalesce(r.repo, ''), coalesce(r.path, '')
		FROM coderag_registry.project p LEFT JOIN coderag_registry.root r ON r.project = p.name
		ORDER BY p.name, r.repo`)
	var projects []Registered
	var name string
	var root code.Root
	_, err = pgx.ForEachRow(rows, []any{&name, &root.Repo, &root.Path}, func() error {
		if len(projects) == 0 || projects[len(projects)-1].Name != name {
			projects = append(projects, Registered{Name: name})
		}
		if last := &projects[len(projects)-1]; root.Repo != "" {
			last.Roots = append(last.Roots, root)
		}
		return nil
	})
	return projects, err
}

// Put registers the project, or brings its roots up to date.
func (r *Registry) Put(ctx context.Context, p code.Project) (err error) {
	defer database.Wrap(&err, "register project %q", p.Name)
	return r.db.InTx(ctx, func(tx pgx.Tx) error {
		batch := &pgx.Batch{}
		batch.Queue(`INSERT INTO coderag_registry.project (name) VALUES ($1) ON CONFLICT DO NOTHING`, p.Name)
		batch.Queue(`DELETE FROM coderag_registry.root WHERE project = $1`, p.Name)
		for _, root := range p.Roots {
			batch.Queue(`INSERT INTO coderag_registry.root VALUES ($1, $2, $3)`, p.Name, root.Repo, root.Path)
		}
		return tx.SendBatch(ctx, batch).Close()
	})
}

// Drop removes the project with its schema and everything in it.
func (r *Registry) Drop(ctx context.Context, name string) (err error) {
	defer database.Wrap(&err, "drop project %q", name)
	return r.db.InTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DROP SCHEMA IF EXISTS `+pgx.Identifier{name}.Sanitize()+` CASCADE`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM coderag_registry.project WHERE name = $1`, name)
		return err
	})
}

// StartSweep records that a sweep began and returns its id.
func (r *Registry) StartSweep(ctx context.Context, project, cause string) (id int64, err error) {
	defer database.Wrap(&err, "record sweep of %q", project)
	err = r.db.Pool().QueryRow(ctx, `
		INSERT INTO coderag_registry.sweep (project, started_at, cause) VALUES ($1, now(), $2) RETURNING id`,
		project, cause).Scan(&id)
	return id, err
}

// keptSweeps is how many sweeps of a project are remembered.
const keptSweeps = 100

// FinishSweep records what the sweep did; report becomes a JSON object. Older
// sweeps than the last hundred of the project are forgotten.
func (r *Registry) FinishSweep(ctx context.Context, id int64, report any, failure string) (err error) {
	defer database.Wrap(&err, "record end of sweep %d", id)
	data, err := json.Marshal(report)
	if err != nil {
		return err
	}
	batch := &pgx.Batch{}
	batch.Queue(`UPDATE coderag_registry.sweep SET finished_at = now(), report = $2, error = $3 WHERE id = $1`, id, data, failure)
	batch.Queue(`
		DELETE FROM coderag_registry.sweep s USING coderag_registry.sweep me
		WHERE me.id = $1 AND s.project = me.project AND s.id <= (
			SELECT id FROM coderag_registry.sweep WHERE project = me.project ORDER BY id DESC OFFSET $2 LIMIT 1)`, id, keptSweeps)
	return r.db.Pool().SendBatch(ctx, batch).Close()
}

// LastSweep returns the newest sweep of the project, nil if it had none.
func (r *Registry) LastSweep(ctx context.Context, project string) (_ *status.Sweep, err error) {
	defer database.Wrap(&err, "last sweep of %q", project)
	rows, _ := r.db.Pool().Query(ctx, `
		SELECT started_at, finished_at, cause, error, report
		FROM coderag_registry.sweep WHERE project = $1 ORDER BY id DESC LIMIT 1`, project)
	sweeps, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (s *status.Sweep, err error) {
		s = &status.Sweep{}
		var report []byte
		if err := row.Scan(&s.StartedAt, &s.FinishedAt, &s.Cause, &s.Error, &report); err != nil {
			return nil, err
		}
		s.Report = json.RawMessage(report)
		return s, nil
	})
	if err != nil || len(sweeps) == 0 {
		return nil, err
	}
	return sweeps[0], nil
}

// LastSweepAt returns when the newest finished sweep of the project ended, the
// zero time if it had none.
func (r *Registry) LastSweepAt(ctx context.Context, project string) (at time.Time, err error) {
	defer database.Wrap(&err, "last sweep of %q", project)
	var t *time.Time
	err = r.db.Pool().QueryRow(ctx, `
		SELECT max(finished_at) FROM coderag_registry.sweep WHERE project = $1 AND error = ''`, project).Scan(&t)
	if t != nil {
		at = *t
	}
	return at, err
}
