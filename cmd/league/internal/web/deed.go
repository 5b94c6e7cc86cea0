package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tabletop/cmd/league/internal/admin"
	"tabletop/cmd/league/internal/ledger"
)

// deedOf converts a command of the ledger to a command of package admin. If its body cannot be
// parsed, its kind becomes empty, and admin.Fold lists it as impossible.
func deedOf(d ledger.Command) admin.Command {
	deed := admin.Command{Seq: int(d.Seq), At: time.UnixMilli(d.At).UTC().Format(time.RFC3339), By: d.Who, Kind: admin.Kind(d.Kind)}
	if json.Unmarshal(d.Body, &deed.Body) != nil {
		deed.Kind = ""
	}
	return deed
}

// submit adds the command in a form. It redirects to the page of a new event, or else to the page of
// the form.
func (c *call) submit() error {
	if err := c.r.ParseForm(); err != nil {
		return status{http.StatusBadRequest, "bad"}
	}
	deed := admin.Command{Kind: admin.Kind(c.r.PostFormValue("kind")), Body: c.body()}
	return c.redirectTo(c.add(func(n snapshot) (admin.Command, error) {
		if deed.Kind == admin.MergePlayers {
			deed.Box = n.Names[deed.With].Box
		}
		return deed, nil
	}))
}

// add adds a command, and returns it as added. It calls of with the present state, and of returns the
// command. If another organiser adds a command meanwhile, add tries again, up to three times in all.
func (c *call) add(of func(snapshot) (admin.Command, error)) (deed admin.Command, err error) {
	for range 3 {
		n, err := c.snapshot(c.r.Context())
		if err != nil {
			return deed, err
		}
		deed, err := of(n)
		if err == nil {
			deed.By, deed.At = c.by.Name, c.Now().UTC().Format(time.RFC3339)
			_, deed, err = n.Add(deed)
		}
		if err != nil {
			return deed, c.faultStatus(err)
		}
		body, err := json.Marshal(deed.Body)
		if err != nil {
			return deed, err
		}
		_, err = c.Ledger.AddCommand(c.r.Context(), int64(deed.Seq-1), ledger.Command{Who: deed.By, Kind: string(deed.Kind), Body: body})
		if err == nil {
			err = c.updateName(n.Club)
		}
		if !errors.Is(err, ledger.ErrConflict) {
			return deed, err
		}
	}
	return deed, status{http.StatusConflict, "moved"}
}

// updateName stores the name of the club if it differs from was, the previous name. The ingest
// workers then publish the new name to the boxes.
func (c *call) updateName(was string) error {
	n, err := c.snapshot(c.r.Context())
	if err == nil && n.Club != was {
		err = c.Ledger.SetSetting(c.r.Context(), ledger.NameSetting, n.Club)
	}
	return err
}

// redirectTo redirects to the event that a command has begun, or else like redirectBack.
func (c *call) redirectTo(deed admin.Command, err error) error {
	if err == nil && (deed.Kind == admin.BeginEvent || deed.Kind == admin.ImportEvent) {
		http.Redirect(c.w, c.r, fmt.Sprintf("/event/%d", deed.Seq), http.StatusSeeOther)
		return nil
	}
	return c.redirectBack(err)
}

// redirectBack redirects to the page with the form, unless err is set.
func (c *call) redirectBack(err error) error {
	if err != nil {
		return err
	}
	http.Redirect(c.w, c.r, cmp.Or(c.back(), "/desk"), http.StatusSeeOther)
	return nil
}

// back returns the path of the page with the form, or "" if the form names none of this site.
func (c *call) back() string {
	to := c.r.PostFormValue("back")
	if !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.Contains(to, "\\") {
		return ""
	}
	return to
}

// faultStatus converts a Fault to a status with the Fault's text. It returns any other error
// unchanged.
func (c *call) faultStatus(err error) error {
	fault := admin.Fault{}
	if errors.As(err, &fault) {
		return status{http.StatusUnprocessableEntity, "fault." + fault.Key}
	}
	return err
}

// body returns the arguments of the command in a form.
func (c *call) body() admin.Body {
	text := func(name string) string { return strings.TrimSpace(c.r.PostFormValue(name)) }
	number := func(name string) int {
		n, _ := strconv.Atoi(text(name)) // an invalid number becomes 0
		return n
	}
	b := admin.Body{
		Player: text("player"), With: text("with"), Box: text("box"), Code: text("code"), Name: text("name"),
		League: number("league"), Games: c.r.PostForm["games"], From: text("from"), To: text("to"),
		Match: text("match"), Why: text("why"), Undoes: number("undoes"),
		Event: number("event"), System: admin.System(text("system")), Size: number("size"), Round: number("round"), Table: number("table"), Rounds: number("rounds"),
	}
	for _, rank := range strings.Fields(strings.Join(c.r.PostForm["ranks"], " ")) {
		n, _ := strconv.Atoi(rank)
		b.Ranks = append(b.Ranks, n)
	}
	return b
}
