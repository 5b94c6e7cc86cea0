package loop

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tabletop/companion"
)

// write does the disk's jobs one after another, those that are left at the end too.
func (l *Loop) write(ctx context.Context) {
	last := context.WithoutCancel(ctx)
	for {
		select {
		case job := <-l.jobs:
			job(last)
		case <-ctx.Done():
			for {
				select {
				case job := <-l.jobs:
					job(last)
				default:
					return
				}
			}
		}
	}
}

// keep writes one transaction and tells the model how it went.
func (l *Loop) keep(ctx, disk context.Context, k companion.Keep) {
	l.cfg.Step("before keep")
	err := l.tryKeep(disk, k)
	l.cfg.Step("after keep")
	if err != nil {
		l.cfg.Logger.Error("keep", "match", k.Match, "first", k.First, "err", err)
		go l.send(ctx, companion.Lost{Ticket: k.Ticket, Err: err})
		return
	}
	go l.send(ctx, companion.Kept{Ticket: k.Ticket})
}

func (l *Loop) tryKeep(ctx context.Context, k companion.Keep) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("loop: panic in the store: %v", p)
		}
	}()
	return l.cfg.Log.Keep(ctx, k)
}

// errCantCarry is met where nobody was named who could do what is asked.
var errCantCarry = errors.New("loop: nobody here can do that")

// carry does what was allowed, and tells the model how it went; after a
// restore or reload also what the disk holds now.
func (l *Loop) carry(ctx, disk context.Context, a companion.Ask) {
	done := companion.Done{Ask: a}
	done.Added, done.Err = l.tryCarry(disk, a)
	if done.Err == nil && (a.What == companion.AskRestore || a.What == companion.AskReload) {
		done.Evening, done.Err = l.cfg.Log.Load(disk)
	}
	if done.Err != nil {
		l.cfg.Logger.Error("carry out", "what", a.What, "err", done.Err)
	}
	go l.send(ctx, done)
}

func (l *Loop) tryCarry(ctx context.Context, a companion.Ask) (added companion.Added, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("loop: panic in %s: %v", a.What, p)
		}
	}()
	if l.cfg.Carry == nil {
		return added, errCantCarry
	}
	return l.cfg.Carry(ctx, a)
}

// check looks for damage once the first picture is drawn, beside the game. A
// damaged database is set aside, and what is in memory is written to a new one.
func (l *Loop) check(ctx context.Context) {
	go func() {
		err := l.cfg.Log.Check(ctx)
		if err == nil || errors.Is(err, context.Canceled) {
			return
		}
		l.cfg.Logger.Error("the database is damaged", "err", err)
		l.jobs <- func(context.Context) { l.renew(ctx, 0) }
	}()
}

// renew sets the database aside, for the check or for a Keep that met damage.
func (l *Loop) renew(ctx context.Context, ticket int) {
	name, err := l.cfg.Log.Renew(time.Now())
	if err != nil {
		l.cfg.Logger.Error("set the database aside", "err", err)
		go l.send(ctx, companion.Lost{Ticket: ticket, Err: fmt.Errorf("loop: no new database: %v", err)})
		return
	}
	go l.send(ctx, companion.Renewed{Name: name})
}
