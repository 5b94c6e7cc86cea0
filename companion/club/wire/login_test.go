package wire_test

import (
	"crypto/ed25519"
	"errors"
	"testing"

	"tabletop/companion/club/wire"
)

func TestALoginIsGoodForTheLeagueThatTheBoxNames(t *testing.T) {
	here, there := idOf(key(8)), idOf(key(9))
	for name, c := range map[string]struct {
		signed, checked string
		full            bool
	}{
		"for this league":     {here, here, true},
		"without a league":    {"", here, false},
		"at a foreign broker": {"", "", false},
	} {
		user, password := wire.Login(key(1), c.signed)
		by, full, err := wire.CheckLogin(user, password, c.checked)
		if err != nil || full != c.full || user != idOf(key(1)) || !by.Equal(key(1).Public().(ed25519.PublicKey)) {
			t.Errorf("%s: got %s, %v, %v, want %s, %v", name, wire.IDOf(by), full, err, user, c.full)
		}
	}
	if user, password := wire.Login(key(1), there); !refused(user, password, here) {
		t.Error("got in with a login for another league, want ErrLogin")
	}
}

func TestNobodyLogsInAsAnotherBox(t *testing.T) {
	league := idOf(key(8))
	user, password := wire.Login(key(1), league)
	other, foreign := wire.Login(key(2), league)
	signed := wire.Sign(key(1), league+"\n"+user, nil)
	for name, login := range map[string][2]string{
		"another name":          {other, password},
		"another password":      {user, foreign},
		"key and foreign sig":   {user, password[:45] + foreign[45:]},
		"a message's signature": {user, signed.Key + " " + signed.Sig},
		"no signature":          {user, password[:44]},
		"nothing":               {user, ""},
		"no name":               {"", password},
	} {
		if !refused(login[0], login[1], league) {
			t.Errorf("%s: got in, want ErrLogin", name)
		}
	}
}

func refused(user, password, league string) bool {
	_, _, err := wire.CheckLogin(user, password, league)
	return errors.Is(err, wire.ErrLogin)
}
