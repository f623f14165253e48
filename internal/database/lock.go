package database

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"coderag/internal/fault"
)

// Lock is an advisory lock, held by one connection of its own. Should that
// break, the server frees the lock, and Lost tells. A goroutine watches the
// connection until Unlock.
type Lock struct {
	conn *pgx.Conn
	key  string
	stop context.CancelFunc
	lost chan struct{} // closed when the connection breaks
	done chan struct{} // closed when nobody reads from conn any more
}

// Lock takes the lock named key without waiting. held is false when another
// holds it. The lock ends with Unlock, or with this process.
func (db *DB) Lock(ctx context.Context, key string) (_ *Lock, held bool, err error) {
	defer Wrap(&err, "lock %q", key)
	conn, err := db.connect(ctx)
	if err != nil {
		return nil, false, err
	}
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(hashtextextended($1, 0))", key).Scan(&held)
	if err != nil || !held {
		return nil, false, errors.Join(err, closeConn(ctx, conn))
	}
	return watch(context.WithoutCancel(ctx), conn, key), true, nil
}

// connect opens a connection that is not of the pool.
func (db *DB) connect(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, db.pool.Config().ConnConfig)
	if err != nil {
		return nil, err
	}
	if err := noticeDeadClients(ctx, conn); err != nil {
		return nil, errors.Join(err, closeConn(ctx, conn))
	}
	return conn, nil
}

// watch starts the goroutine that notices when conn breaks.
func watch(ctx context.Context, conn *pgx.Conn, key string) *Lock {
	ctx, stop := context.WithCancel(ctx)
	l := &Lock{conn: conn, key: key, stop: stop, lost: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(l.done)
		// Nobody notifies this connection: the call returns when it breaks.
		for ctx.Err() == nil && !conn.IsClosed() {
			_, _ = conn.WaitForNotification(ctx)
		}
		if conn.IsClosed() {
			close(l.lost)
		}
	}()
	return l
}

// Lost is closed when the lock is gone although nobody called Unlock: the
// holder has to stop writing.
func (l *Lock) Lost() <-chan struct{} { return l.lost }

// Unlock frees the lock and closes its connection. It returns an error of kind
// Unavailable when the lock was lost before. A second call does nothing.
func (l *Lock) Unlock() (err error) {
	defer Wrap(&err, "unlock %q", l.key)
	l.stop()
	<-l.done
	if l.conn == nil {
		return nil
	}
	conn := l.conn
	l.conn = nil
	if conn.IsClosed() {
		return fault.New(fault.Unavailable, "the connection that held it broke")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	// Closing alone frees it too, but only some time after Close has returned.
	_, err = conn.Exec(ctx, "SELECT pg_advisory_unlock_all()")
	return errors.Join(err, conn.Close(ctx))
}

// closeConn says goodbye to the server, for at most a second, even when ctx has
// ended.
func closeConn(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	return conn.Close(ctx)
}
