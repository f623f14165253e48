package embed

import (
	"time"

	"coderag/internal/fault"
)

// State is what a Guard knows about the server behind it.
type State struct {
	Away   bool
	Since  time.Time // when it was found so; zero if it was never asked
	Reason string    // why it counts as away
	Fixes  []string  // what may bring it back
	Probes int       // failed since then
}

// err returns what a query ends with in this state, nil if it may be asked.
func (s State) err() error {
	if !s.Away {
		return nil
	}
	err := fault.New(fault.Unavailable, "the embedding model is away since %s: %s",
		s.Since.Format(time.TimeOnly), s.Reason)
	for _, fix := range s.Fixes {
		err = err.Fix("%s", fix)
	}
	return err
}
