package loop

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tabletop/companion"
)

// work runs jobs one after another until ctx is done. It then runs the jobs that are left.
func work(ctx context.Context, jobs <-chan func(context.Context)) {
	last := context.WithoutCancel(ctx)
	for {
		select {
		case job := <-jobs:
			job(last)
		case <-ctx.Done():
			for {
				select {
				case job := <-jobs:
					job(last)
				default:
					return
				}
			}
		}
	}
}

// keep stores one transaction and reports the result to the model.
func (l *Loop) keep(ctx, disk context.Context, k companion.Keep) {
	l.cfg.Step("before keep")
	err := safely("the store", func() error { return l.cfg.Log.Keep(disk, k) })
	l.cfg.Step("after keep")
	if err != nil {
		l.cfg.Logger.Error("keep", "match", k.Match, "first", k.First, "err", err)
		go l.report(companion.Lost{Ticket: k.Ticket, Err: err})
		return
	}
	go l.report(companion.Kept{Ticket: k.Ticket})
}

// report sends the result of a Keep to the model, even while the loop is ending.
func (l *Loop) report(what any) { l.send(context.Background(), what) }

// load reads an open match in parallel with the writer and sends it to the model.
func (l *Loop) load(ctx context.Context, id string) {
	var loaded companion.Loaded
	err := safely("match "+id, func() (err error) {
		loaded, err = l.cfg.Log.Match(ctx, id)
		return err
	})
	loaded.ID, loaded.Err = id, err
	if loaded.Err != nil {
		l.cfg.Logger.Error("read a match", "match", id, "err", loaded.Err)
	}
	l.send(ctx, loaded)
}

// errCantCarry is the error for a Carry if Config.Perform doesn't carry it out.
var errCantCarry = errors.New("loop: nobody here can do that")

// carry carries out a permitted command and reports the result to the model. If the command has
// added matches or players, the result has the new evening.
func (l *Loop) carry(ctx, disk context.Context, e companion.Carry) {
	c, done := e.Command, companion.CarryResult{Command: e.Command}
	done.Err = safely(fmt.Sprintf("%T", c), func() (err error) {
		answer, ok := l.perform(disk, e).(companion.CarryResult)
		if !ok {
			return errCantCarry
		}
		done.Added = answer.Added
		return answer.Err
	})
	if done.Err != nil {
		l.cfg.Logger.Error("carry out", "what", fmt.Sprintf("%T", c), "err", done.Err)
	}
	if done.Err != nil || !adds(c) {
		l.send(ctx, done)
		return
	}
	l.jobs <- func(disk context.Context) { // loads after the pending writes
		done.Evening, done.Err = l.cfg.Log.Load(disk)
		go l.send(ctx, done)
	}
}

// adds reports whether a command adds matches or players to the disk.
func adds(c companion.Command) bool {
	switch c.(type) {
	case companion.Restore, companion.Import:
		return true
	}
	return false
}

// safely calls do and returns a panic in it as an error.
func safely(part string, do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("loop: panic in %s: %v", part, p)
		}
	}()
	return do()
}

// check searches the database for damage, in parallel with the game. If the database is damaged,
// check moves it aside and writes the matches in memory to a new one.
func (l *Loop) check(ctx context.Context) {
	go func() {
		damaged, err := l.cfg.Log.Check(ctx)
		if len(damaged) > 0 {
			l.cfg.Logger.Error("matches are damaged", "what", damaged)
			l.send(ctx, companion.Damages(damaged))
		}
		if err == nil || errors.Is(err, context.Canceled) {
			return
		}
		l.cfg.Logger.Error("the database is damaged", "err", err)
		l.jobs <- func(context.Context) { l.renew(ctx, 0) }
	}()
}

// renew moves the database aside and starts a new one, after check or a Keep has found damage.
func (l *Loop) renew(ctx context.Context, ticket int) {
	saved, err := l.cfg.Log.Renew(time.Now())
	if err != nil {
		l.cfg.Logger.Error("set the database aside", "err", err)
		go l.send(ctx, companion.Lost{Ticket: ticket, Err: fmt.Errorf("loop: no new database: %v", err)})
		return
	}
	go l.send(ctx, companion.DatabaseReplaced{Rescue: saved})
}
