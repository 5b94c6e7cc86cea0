package ledger

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"fmt"
)

// Role is the role of an account. The role determines the rights of the account. Each role includes
// the rights of the roles before it.
type Role string

// Roles of accounts, in ascending order.
const (
	Viewer    Role = "look"
	Organiser Role = "organiser"
	Owner     Role = "owner"
)

// Account is the access of a viewer, an organiser or an owner.
type Account struct {
	Token         string // hash of the token, because the token itself is not stored
	Name          string
	Role          Role
	Made, Revoked int64 // times in ms since 1970; Revoked is 0 while the account is valid
}

// AddAccount adds an account. It returns an [ErrConflict] if an account with that token exists, and
// an [ErrMalformed] for an unknown role or an empty token.
func (l *Ledger) AddAccount(ctx context.Context, a Account) error {
	return l.write(ctx, "account", func(t *tx) {
		if a.Role != Viewer && a.Role != Organiser && a.Role != Owner || a.Token == "" {
			t.fail(ErrMalformed)
		}
		n := t.do(`INSERT INTO accounts (token, name, role, made, revoked) VALUES ($1, $2, $3, $4, 0) ON CONFLICT DO NOTHING`,
			a.Token, a.Name, string(a.Role), t.now)
		if n == 0 {
			t.fail(ErrConflict)
		}
	})
}

// RevokeAccount makes an account invalid. It returns an [ErrNotFound] for an unknown token.
func (l *Ledger) RevokeAccount(ctx context.Context, token string) error {
	return l.write(ctx, "revoke account", func(t *tx) {
		if t.do(`UPDATE accounts SET revoked = $2 WHERE token = $1`, token, t.now) == 0 {
			t.fail(ErrNotFound)
		}
	})
}

// HashToken returns the hash of an account's token, as it is stored: the SHA-256 in hexadecimal
// digits.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Viewer returns the role of the account with that token. It returns an [ErrNotFound] if there is no
// such account, or if the account is revoked.
func (l *Ledger) Viewer(ctx context.Context, token string) (role Role, err error) {
	err = l.read(ctx, "account", func(t *tx) {
		if !t.find(`SELECT role FROM accounts WHERE token = $1 AND revoked = 0`, []any{HashToken(token)}, (*string)(&role)) {
			t.fail(ErrNotFound)
		}
	})
	return role, err
}

// Accounts returns all accounts in the order of their creation.
func (l *Ledger) Accounts(ctx context.Context) (all []Account, err error) {
	err = l.read(ctx, "accounts", func(t *tx) {
		all = nil
		t.each(`SELECT token, name, role, made, revoked FROM accounts ORDER BY made, token`, nil, func(rows *sql.Rows) error {
			var a Account
			err := rows.Scan(&a.Token, &a.Name, &a.Role, &a.Made, &a.Revoked)
			all = append(all, a)
			return err
		})
	})
	return all, err
}

// Names of settings.
const (
	NameSetting = "name" // name of the league
	keySetting  = "key"  // seed of the league's key, in base64
)

// Setting returns the value of a setting, or "" if the setting was never stored.
func (l *Ledger) Setting(ctx context.Context, name string) (value string, err error) {
	err = l.read(ctx, "setting "+name, func(t *tx) {
		value = ""
		t.find(`SELECT value FROM settings WHERE name = $1`, []any{name}, &value)
	})
	return value, err
}

// SetSetting stores the value of a setting.
func (l *Ledger) SetSetting(ctx context.Context, name, value string) error {
	return l.write(ctx, "set "+name, func(t *tx) {
		t.do(`INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
	})
}

// Key returns the private key of the league. The first call creates the key.
func (l *Ledger) Key(ctx context.Context) (key ed25519.PrivateKey, err error) {
	seed := make([]byte, ed25519.SeedSize)
	_, _ = rand.Read(seed) // Read never fails
	var stored string
	err = l.write(ctx, "key", func(t *tx) {
		t.do(`INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, keySetting, base64.StdEncoding.EncodeToString(seed))
		t.find(`SELECT value FROM settings WHERE name = $1`, []any{keySetting}, &stored)
	})
	if err != nil {
		return nil, err
	}
	if seed, err = base64.StdEncoding.DecodeString(stored); err != nil || len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("ledger: the key of the league is damaged: %v", err)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}
