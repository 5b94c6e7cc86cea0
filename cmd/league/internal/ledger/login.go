package ledger

import (
	"context"
	"errors"
	"fmt"

	"tabletop/companion/club/wire"
)

// MostWaitingBoxes is the maximum number of boxes of one network that wait for an enrolment.
const MostWaitingBoxes = 32

// Errors of a login.
var (
	ErrWeak    = errors.New("ledger: the box has logged in with its key for this league, and now did not")
	ErrCrowded = errors.New("ledger: too many boxes of the network are waiting")
)

// Login is a login of a box at the league's own broker. The broker has checked its signature.
type Login struct {
	Box, Key string // id and public key of the box, in base64
	Network  string // network that the box connects from, such as "192.0.2.0/24"; "" if unknown
	Full     bool   // true if the box has signed the login for this league
}

// TakeLogin stores a login and reports whether the box is a member of the league. It adds an
// unknown box. It returns an [ErrWeak] for a login that is not full, if the box has made a full one
// before. It returns an [ErrCrowded] for a box that is not enrolled and new in its network, if
// [MostWaitingBoxes] others wait there. It returns an [ErrMalformed] for an invalid id.
func (l *Ledger) TakeLogin(ctx context.Context, login Login) (member bool, err error) {
	err = l.write(ctx, "login of box "+plain(login.Box), func(t *tx) { member = t.takeLogin(login) })
	return member && err == nil, err
}

func (t *tx) takeLogin(login Login) (member bool) {
	if !wire.IsID(login.Box) {
		t.fail(ErrMalformed)
	}
	added := t.do(insertBox+`$3, $3, 0, 0) ON CONFLICT (id) DO NOTHING`, login.Box, login.Key, t.now) > 0
	var enrolled, revoked, full int64
	var network string
	t.find(`SELECT enrolled, revoked, login, network FROM boxes WHERE id = $1`+t.locked(), []any{login.Box},
		&enrolled, &revoked, &full, &network)
	switch {
	case full > 0 && !login.Full:
		t.fail(ErrWeak)
	case enrolled == 0 && login.Network != "" && login.Network != network:
		t.lockNetworks()
		var n int64
		t.find(`SELECT count(*) FROM boxes WHERE enrolled = 0 AND network = $1 AND id <> $2`, []any{login.Network, login.Box}, &n)
		if n >= MostWaitingBoxes {
			t.fail(ErrCrowded)
		}
	}
	t.do(`
		UPDATE boxes SET key = $2, seen = $3, network = $4, login = $5, since = CASE WHEN seen = 0 THEN $3 ELSE since END
		WHERE id = $1`, login.Box, login.Key, t.now, login.Network, max(full, asInt(login.Full)))
	if added {
		t.makeRoom([]string{login.Box})
	}
	return enrolled > 0 && revoked == 0
}

// lockNetworks makes transactions that add waiting boxes to networks follow one another, so that
// each counts the boxes of the others.
func (t *tx) lockNetworks() { t.next("networks") }

// makeRoom deletes one box if the number of boxes that were never enrolled, including newcomers,
// exceeds MostUnknown. Of the network with the most such boxes it deletes the one that was silent
// longest, but no newcomer. It also deletes the waiting messages of the box, which were never
// acknowledged.
func (t *tx) makeRoom(newcomers []string) {
	var unknown int64
	if t.find(`SELECT count(*) FROM boxes WHERE enrolled = 0`, nil, &unknown); unknown <= MostUnknown {
		return
	}
	args := make([]any, len(newcomers))
	for i, id := range newcomers {
		args[i] = id
	}
	others := `enrolled = 0 AND id NOT IN ` + rowsOf(1, len(args))
	var network, silent string
	t.find(`SELECT network FROM boxes WHERE `+others+` GROUP BY network ORDER BY count(*) DESC, network LIMIT 1`, args, &network)
	t.find(fmt.Sprintf(`SELECT id FROM boxes WHERE %s AND network = $%d ORDER BY seen, id LIMIT 1`, others, len(args)+1),
		append(args, network), &silent)
	for _, table := range []string{"states", "seals", "aside", "erased"} {
		t.do(`DELETE FROM `+table+` WHERE box = $1`, silent)
	}
	t.do(`DELETE FROM boxes WHERE id = $1 AND enrolled = 0`, silent)
}
