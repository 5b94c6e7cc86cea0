package web

import (
	"cmp"
	"crypto/ed25519"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"tabletop/cmd/league/internal/admin"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
)

func (c *call) boxes() error {
	all, err := c.Ledger.Boxes(c.r.Context())
	if err != nil {
		return err
	}
	key, err := c.Ledger.Key(c.r.Context())
	if err != nil {
		return err
	}
	return c.show("boxes.html", map[string]any{"Boxes": all, "Code": wire.IDOf(key.Public().(ed25519.PublicKey))})
}

// enrol enrols the box whose code the organiser has typed. The panel of the box shows the code.
func (c *call) enrol() error {
	box := wire.Typed(c.r.PostFormValue("box"))
	if !wire.IsID(box) {
		return status{http.StatusUnprocessableEntity, "box.code"}
	}
	return c.changed(c.Ledger.Enrol(c.r.Context(), box))
}

func (c *call) revoke() error {
	return c.changed(c.Ledger.Revoke(c.r.Context(), c.r.PostFormValue("box")))
}

// changed redirects to the list of boxes after a change, unless err is set. An ingest worker
// publishes the change to the box.
func (c *call) changed(err error) error {
	if err != nil {
		return err
	}
	http.Redirect(c.w, c.r, "/boxes", http.StatusSeeOther)
	return nil
}

// deedLine is one command in the list of commands, as shown on a page.
type deedLine struct {
	admin.Command
	About        string // event, round, table and player of the command, in words
	Stands, Idle bool
}

func (c *call) desk() error {
	n, err := c.snapshot(c.r.Context())
	if err != nil {
		return err
	}
	var all []deedLine
	for _, d := range slices.Backward(n.Commands()) {
		all = append(all, deedLine{d, c.about(n, d), n.InForce(d.Seq), slices.Contains(n.Impossible, d.Seq)})
	}
	var titles []string
	for _, r := range c.Games.Games {
		titles = append(titles, r.Name())
	}
	open := slices.DeleteFunc(slices.Clone(n.Leagues), func(l admin.League) bool { return l.Closed > 0 })
	return c.show("desk.html", map[string]any{
		"Now": n, "Open": open, "Deeds": all, "Games": titles, "Systems": []admin.System{admin.Swiss, admin.Robin, admin.Tables},
	})
}

// about returns in words the event, the round, the table and the player of a command.
func (c *call) about(n snapshot, d admin.Command) string {
	e, ok := n.EventOf(d.Event)
	if !ok {
		return ""
	}
	all := []string{e.Name}
	if d.Round > 0 {
		all = append(all, fmt.Sprintf("%s %d", c.word("round"), d.Round), fmt.Sprintf("%s %d", c.word("slip.table"), d.Table))
	}
	if d.Player != "" {
		all = append(all, eventView{c, n, e}.name(n.Person(d.Player)))
	}
	return strings.Join(all, ", ")
}

// disputed is a match of which the records of several boxes contradict each other.
type disputed struct {
	admin.Result
	Others []string // boxes of the records that do not count
	Chosen bool     // true if an organiser has chosen the record that counts
}

// claims shows players whom boxes name without proof, and contradicting records of matches.
func (c *call) claims() error {
	n, err := c.snapshot(c.r.Context())
	if err != nil {
		return err
	}
	var matches []disputed
	for _, r := range slices.Backward(n.Results) {
		d := disputed{Result: r, Chosen: n.Chosen(r.Match) == r.Box}
		for _, s := range n.Siblings[r.Match] {
			if s.Differs {
				d.Others = append(d.Others, s.Box)
			}
		}
		if len(d.Others) > 0 {
			matches = append(matches, d)
		}
	}
	var unproven []candidate
	for _, player := range slices.Sorted(maps.Keys(n.aliases)) {
		if a := n.aliases[player]; !a.Proven {
			unproven = append(unproven, candidate{player, a.Name, a.Box})
		}
	}
	slices.SortStableFunc(unproven, func(a, b candidate) int { return cmp.Compare(a.Name, b.Name) })
	return c.show("claims.html", map[string]any{
		"Now": n, "Claims": admin.Claims(n.Results, n.Siblings, n.derived.owners), "Matches": matches, "Unproven": unproven,
	})
}

// mostAside is the maximum number of quarantined items on a page.
const mostAside = 200

func (c *call) aside() error {
	all, err := c.Ledger.Quarantine(c.r.Context(), 0, mostAside)
	if err != nil {
		return err
	}
	return c.show("aside.html", map[string]any{"Aside": all})
}

func (c *call) accounts() error {
	all, err := c.Ledger.Accounts(c.r.Context())
	if err != nil {
		return err
	}
	return c.show("accounts.html", map[string]any{"Accounts": all, "Roles": roles})
}

// addAccount creates an account and shows its login link. The link cannot be shown again.
func (c *call) addAccount() error {
	name, role := c.r.PostFormValue("name"), ledger.Role(c.r.PostFormValue("role"))
	if name == "" || len(name) > 100 || !slices.Contains(roles, role) {
		return status{http.StatusUnprocessableEntity, "account.bad"}
	}
	token, err := c.Invite(c.r.Context(), name, role)
	if err != nil {
		return err
	}
	return c.show("invited.html", map[string]any{"Name": name, "Link": c.base() + "/in/" + token})
}

// base returns the league's URL, without a path, as the client used it.
func (c *call) base() string {
	scheme := "http://"
	if c.r.TLS != nil {
		scheme = "https://"
	}
	return scheme + c.r.Host
}

// revokeAccount revokes an account. Owners cannot revoke their own accounts.
func (c *call) revokeAccount() error {
	token := c.r.PostFormValue("token")
	if token == c.by.Token {
		return status{http.StatusUnprocessableEntity, "account.own"}
	}
	if err := c.Ledger.RevokeAccount(c.r.Context(), token); err != nil {
		return err
	}
	http.Redirect(c.w, c.r, "/accounts", http.StatusSeeOther)
	return nil
}

func (c *call) backup() error {
	c.w.Header().Set("Content-Type", "application/x-ndjson; charset=utf-8")
	c.w.Header().Set("Content-Disposition", `attachment; filename="league-`+c.Now().UTC().Format("2006-01-02")+`.jsonl"`)
	return c.Ledger.Backup(c.r.Context(), c.w)
}
