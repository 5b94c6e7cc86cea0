package main

import (
	"context"

	"tabletop/companion"
	"tabletop/companion/loop"
	"tabletop/companion/web"
)

// table is the evening as the web interface wants it.
type table struct {
	loop *loop.Loop
	// heard is told a phone's time when it comes: the table takes a while to accept it.
	heard func(time string)
}

func (t table) Press(ctx context.Context, key companion.Key, hold, remote bool) (int, error) {
	return t.loop.Press(ctx, companion.Press{Key: key, Hold: hold, Remote: remote})
}

func (t table) Decide(ctx context.Context, says string, after int) (int, error) {
	return told(t.loop.Decide(ctx, says, after))
}

func (t table) Revise(ctx context.Context, backTo, after int) (int, error) {
	return told(t.loop.Revise(ctx, backTo, after))
}

func (t table) Overrule(ctx context.Context, says, why string, after int) (int, error) {
	return told(t.loop.Overrule(ctx, says, why, after))
}

func (t table) SetUp(ctx context.Context, draft string, begin bool) (int, error) {
	return told(t.loop.SetUp(ctx, draft, begin))
}

func (t table) Begin(ctx context.Context, after int) (int, error) {
	return told(t.loop.Begin(ctx, after))
}

func (t table) Close(ctx context.Context, again bool, after int) (int, error) {
	return told(t.loop.Close(ctx, again, after))
}

func (t table) Resume(ctx context.Context, id string) (int, error) {
	return told(t.loop.Resume(ctx, id))
}

func (t table) Choose(ctx context.Context, key, value string) error {
	_, err := told(t.loop.Choose(ctx, key, value))
	return err
}

func (t table) Join(ctx context.Context, key, agent string) (string, companion.Role, error) {
	a, err := t.loop.Join(ctx, key, agent)
	if err == nil && a.Wait > 0 {
		return "", companion.NoRole, web.Wait(a.Wait)
	}
	_, err = told(a, err)
	return a.Cookie, a.Role, err
}

func (t table) Ask(ctx context.Context, a companion.Ask) error {
	t.hear(a)
	_, err := told(t.loop.Ask(ctx, a))
	return err
}

func (t table) Do(ctx context.Context, a companion.Ask) (companion.Added, error) {
	t.hear(a)
	done, err := t.loop.Do(ctx, a)
	_, err = told(done, err)
	return done.Added, err
}

func (t table) hear(a companion.Ask) {
	if a.What == companion.AskTime {
		t.heard(a.Arg)
	}
}

// told is an answer of the loop as the web interface wants it.
func told(a loop.Answer, err error) (seq int, _ error) {
	switch {
	case err != nil:
		return a.Seq, err
	case a.Stale:
		return a.Seq, stale(a.Refusal)
	case a.Refusal != "":
		return a.Seq, web.Refused(a.Refusal)
	}
	return a.Seq, nil
}

// stale is web.ErrStale in the panel's language.
type stale string

func (s stale) Error() string        { return string(s) }
func (s stale) Is(target error) bool { return target == web.ErrStale }

func (t table) Now() (web.Moment, <-chan struct{}) {
	m := t.loop.Now()
	shown := web.Moment{
		Frame: m.Frame, Match: m.Match, Lang: m.Lang, Words: m.Words, Door: m.Door,
		Private: m.Private, Sure: m.Sure, Ready: m.Ready, Offer: m.Offer,
	}
	if m.Clocks != nil {
		shown.Clocks = func() []web.Clock { return clocksOf(m.Clocks) }
	}
	return shown, m.Next
}

func clocksOf(seats []companion.SeatClock) []web.Clock {
	clocks := make([]web.Clock, len(seats))
	for i, c := range seats {
		clocks[i] = web.Clock(c)
	}
	return clocks
}
