package web

import (
	"context"
	"crypto/rand"
	"io/fs"
	"net/http"
	"slices"

	"tabletop/cmd/league/internal/ledger"
)

// cookieName is the name of the session cookie. The value of the cookie is an account's token.
const cookieName = "league"

// cookieSeconds is the lifetime of the session cookie, in seconds: one year.
const cookieSeconds = 365 * 24 * 60 * 60

// pageFiles returns the embedded static files.
func pageFiles() fs.FS {
	page, err := fs.Sub(files, "page")
	if err != nil {
		panic(err) // cannot happen: the folder is embedded
	}
	return page
}

// roles lists the roles in ascending order. Each role includes the rights of the roles before it.
var roles = []ledger.Role{ledger.Viewer, ledger.Organiser, ledger.Owner}

// may reports whether the role has includes the rights of the role needs.
func may(has, needs ledger.Role) bool { return slices.Index(roles, has) >= slices.Index(roles, needs) }

// accountOf returns the account of a request, or a zero Account if the request has no valid cookie.
func (h *Server) accountOf(r *http.Request) (ledger.Account, error) {
	cookie, err := r.Cookie(cookieName)
	if err != nil {
		return ledger.Account{}, nil
	}
	return h.account(r.Context(), ledger.HashToken(cookie.Value))
}

// account returns the account with that hash of a token, or a zero Account if the account does not
// exist or is revoked.
func (h *Server) account(ctx context.Context, token string) (ledger.Account, error) {
	all, err := h.Ledger.Accounts(ctx)
	i := slices.IndexFunc(all, func(a ledger.Account) bool { return a.Token == token && a.Revoked == 0 })
	if err != nil || i < 0 {
		return ledger.Account{}, err
	}
	return all[i], nil
}

// login answers a login link: it sets the session cookie to the token of the link.
func (h *Server) login(w http.ResponseWriter, r *http.Request) {
	c := &call{Server: h, w: w, r: r, lang: langOf(r)}
	token := r.PathValue("token")
	a, err := h.account(r.Context(), ledger.HashToken(token))
	if err == nil && a.Token == "" {
		err = status{http.StatusForbidden, "door.closed"}
	}
	if err != nil {
		c.fail(err)
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: token, Path: "/", MaxAge: cookieSeconds, HttpOnly: true,
		Secure: r.TLS != nil, SameSite: http.SameSiteLaxMode,
	})
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// Invite creates an account and returns the token of its login link. The token itself is not
// stored.
func (h *Server) Invite(ctx context.Context, name string, role ledger.Role) (token string, err error) {
	token = rand.Text()
	return token, h.Ledger.AddAccount(ctx, ledger.Account{Token: ledger.HashToken(token), Name: name, Role: role})
}

// FirstOwner creates an owner's account if the league has no owner, and returns the token of its
// login link. Otherwise it returns "".
func (h *Server) FirstOwner(ctx context.Context, name string) (token string, err error) {
	all, err := h.Ledger.Accounts(ctx)
	if err != nil || slices.ContainsFunc(all, func(a ledger.Account) bool { return a.Role == ledger.Owner && a.Revoked == 0 }) {
		return "", err
	}
	return h.Invite(ctx, name, ledger.Owner)
}
