package wire

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"strings"
)

// ErrLogin is the error for a login that the box named in it has not signed.
var ErrLogin = errors.New("wire: wrong login")

// Login returns the user name and the password with which a box logs in at a broker. The user name
// is the id of the box. The password holds the box's public key and its signature over the id of
// the league, so the login is of no use at another league. league is "" while the box knows no
// league.
//
// A broker needs no database to check a login. The login doesn't change, so a box needs a broker
// that it trusts or a network in which nobody listens: whoever sees the login can repeat it.
func Login(key ed25519.PrivateKey, league string) (user, password string) {
	public := key.Public().(ed25519.PublicKey)
	user = IDOf(public)
	sig := ed25519.Sign(key, loginText(user, league))
	return user, base64.StdEncoding.EncodeToString(public) + " " + base64.StdEncoding.EncodeToString(sig)
}

// CheckLogin returns the public key of the box that has signed a login. full reports whether the
// login was signed for league, rather than for a box that knows no league. CheckLogin returns
// ErrLogin if the login is malformed, or signed by another box or for another league.
func CheckLogin(user, password, league string) (key ed25519.PublicKey, full bool, err error) {
	first, second, _ := strings.Cut(password, " ")
	key, err = base64.StdEncoding.DecodeString(first)
	if err != nil || len(key) != ed25519.PublicKeySize || IDOf(key) != user {
		return nil, false, ErrLogin
	}
	sig, err := base64.StdEncoding.DecodeString(second)
	switch {
	case err != nil:
	case league != "" && ed25519.Verify(key, loginText(user, league), sig):
		return key, true, nil
	case ed25519.Verify(key, loginText(user, ""), sig):
		return key, false, nil
	}
	return nil, false, ErrLogin
}

// loginText returns the bytes that the signature of a login covers. A signature of a message
// covers other bytes, see covered.
func loginText(box, league string) []byte {
	return []byte("companion-login-1\n" + league + "\n" + box)
}
