// Package audittest plays matches for tests, and makes the messages that boxes would publish about
// the matches.
package audittest

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"math/rand/v2"
	"strconv"
	"testing"

	"tabletop/companion/club/wire"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/games"
)

// Box is a simulated box, with the key that signs its messages. Two boxes with the same number are
// equal.
type Box struct {
	Key ed25519.PrivateKey
	ID  string
}

// NewBox returns the box with number n.
func NewBox(n int) Box {
	seed := make([]byte, ed25519.SeedSize)
	binary.BigEndian.PutUint64(seed, uint64(n)+1)
	key := ed25519.NewKeyFromSeed(seed)
	return Box{key, wire.IDOf(key.Public().(ed25519.PublicKey))}
}

// Public returns the public key of the box.
func (b Box) Public() ed25519.PublicKey { return b.Key.Public().(ed25519.PublicKey) }

// Player returns the id of the player with that name on the box.
func (b Box) Player(name string) string { return wire.PlayerID(b.ID, b.Code(name)) }

// Code returns the consent code of the player with that name. A real box draws the code at random.
func (b Box) Code(name string) string { return wire.IDOf([]byte(b.ID + name))[:wire.CodeLetters] }

// Record returns the message with the record of a match. All players in the record are named, and
// proven by their codes.
func (b Box) Record(id string, m match.Match) wire.Record {
	players, codes := map[string]string{}, map[string]string{}
	for _, name := range m.Names() {
		players[name], codes[name] = b.Player(name), b.Code(name)
	}
	return wire.Record{Match: id, Players: players, Codes: codes, Lines: m.UpTo(m.Seq())}
}

// Seal returns the message about the first seal of a match. A box publishes this message before any
// outcome.
func (b Box) Seal(id string, m match.Match) wire.Seal {
	return wire.Seal{Match: id, Game: m.Rules().Name(), Seal: m.Fact(1).Seal, Seq: 1}
}

// Secret returns the secret of the n-th seal, from 0. It is the same in all matches of this
// package.
func Secret(n byte) luck.Secret { return luck.Secret(bytes.Repeat([]byte{n + 1}, 32)) }

// mostDecisions is the maximum number of decisions in a match.
const mostDecisions = 5000

// Begin begins a match of a game under the seal of Secret(0).
func Begin(t testing.TB, c games.Catalogue, game string, names ...string) match.Match {
	t.Helper()
	return fold(t)(match.Begin(c, match.Fact{
		Kind: match.Started, At: "2026-11-22T19:00:00+03:00", Game: game, Seats: names, Seal: Secret(0).Seal(),
	}))
}

// Play plays a match to its end and opens its secret. seed determines the random decisions. The
// device supplies the luck.
func Play(t testing.TB, m match.Match, seed uint64) match.Match {
	t.Helper()
	m = Decide(t, m, seed, mostDecisions)
	if !m.State().Standing().Over {
		t.Fatalf("%s isn't over after %d decisions", m.Rules().Name(), mostDecisions)
	}
	return Close(t, m)
}

// Close ends a match and opens its secret.
func Close(t testing.TB, m match.Match) match.Match {
	t.Helper()
	m = fold(t)(m.End(stamp(m)))
	return fold(t)(m.Open(stamp(m), Secret(0)))
}

// Decide makes up to n random decisions in a match. seed determines the decisions.
func Decide(t testing.TB, m match.Match, seed uint64, n int) match.Match {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	key := Secret(0).Key(m.Stirrings())
	if m.Seq() == 1 {
		m = fold(t)(m.Stir(stamp(m), "кости "+strconv.FormatUint(seed, 10)))
		key = Secret(0).Key(m.Stirrings())
		m = fold(t)(m.DrawFirst(stamp(m), &key, ""))
	}
	for ; n > 0; n-- {
		m = fold(t)(m.Answer(stamp(m), key))
		legal := m.State().Legal()
		if len(legal) == 0 {
			break
		}
		c := legal[r.IntN(len(legal))]
		m = fold(t)(m.Decide(stamp(m), string(c.At(r.IntN(c.Len()))), ""))
	}
	return m
}

func stamp(m match.Match) match.Stamp { return match.Stamp{MS: m.MS() + 1000} }

func fold(t testing.TB) func(match.Match, error) match.Match {
	return func(m match.Match, err error) match.Match {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
}
