package web

import (
	"context"
	"net/http"
	"path/filepath"

	"tabletop/companion"
	"tabletop/companion/door"
)

// MostPackage is the maximum size of the package of an update in bytes. It equals that of the updater.
const MostPackage = 64 << 20

// typePackage is the media type of Debian packages.
const typePackage = "application/vnd.debian.binary-package"

// retryUpdating is the Retry-After of an answer during an update, in seconds.
const retryUpdating = "5"

// Updates reports updates of the program and inspects packages. Its methods are safe for concurrent
// use.
type Updates interface {
	// State returns the present version and the state of updates.
	State() (version string, s companion.UpdateState)
	// Inspect checks the package in a file and returns its version. If the error has a method
	// In(words.Lang) string, that method returns the reason in that language.
	Inspect(ctx context.Context, file string) (version string, err error)
}

// updateAnswer is the state of updates.
type updateAnswer struct {
	Version   string        `json:"version"`
	News      []string      `json:"news"` // changes of this version since the one before
	CanGoBack bool          `json:"canGoBack"`
	Possible  bool          `json:"possible"`
	Why       string        `json:"why,omitempty"`    // reason why no update is possible
	Step      string        `json:"step"`             // step that is under way, "waits" before the first one, or ""
	Result    *updateResult `json:"result,omitempty"` // outcome of the last update
}

// updateResult is the outcome of an update.
type updateResult struct {
	ID      string `json:"id"` // differs for each update
	Outcome string `json:"outcome"`
	Why     string `json:"why,omitempty"`
	From    string `json:"from"`
	To      string `json:"to,omitempty"`
	Title   string `json:"title"`
	Text    string `json:"text,omitempty"`
}

// waitsStep is the step of an update whose package the updater has not taken yet.
const waitsStep = "waits"

// untaken is the ID of the outcome of an update whose package the updater did not take.
const untaken = "untaken"

// updateState serves the state of updates.
func (s *Server) updateState(c *call) {
	version, u := s.opts.Updates.State()
	a := updateAnswer{Version: version, News: u.News[c.lang], CanGoBack: u.CanGoBack, Possible: u.Impossible == "", Step: u.Step}
	if a.News == nil {
		a.News = []string{}
	}
	if u.Impossible != "" {
		a.Why = c.words("").Word(u.Impossible)
	}
	if a.Step == "" && c.now.Updating {
		a.Step = waitsStep
	}
	r := u.Result
	if u.Untaken {
		r = companion.UpdateResult{ID: untaken, Outcome: "refused", Why: untaken, From: version}
	}
	if r.ID != "" {
		title, text := companion.UpdateText(c.words(""), r, version)
		a.Result = &updateResult{ID: r.ID, Outcome: r.Outcome, Why: r.Why, From: r.From, To: r.To, Title: title, Text: text}
	}
	c.answer(a)
}

// update stages the package of another version, checks it, and asks for consent to install it.
func (s *Server) update(c *call) {
	if !c.hasType(typePackage) {
		return
	}
	if _, u := s.opts.Updates.State(); u.Impossible != "" {
		c.fail(http.StatusUnprocessableEntity, c.words("").Word(u.Impossible))
		return
	}
	s.receive(c, "deb", MostPackage, func(file string) (companion.Command, string) {
		version, err := s.opts.Updates.Inspect(c.r.Context(), file)
		if err != nil {
			return nil, c.localized(err)
		}
		return companion.Update{Upload: filepath.Base(file), Version: version}, ""
	})
}

// refusesUpdating refuses a request during an update, and reports whether it has. Who may read
// usually may still read, except that a new version on trial knows no guest. The parameter may is the
// role that the request needs.
func (c *call) refusesUpdating(may door.Role) bool {
	reads := c.r.Method == http.MethodGet || c.r.Method == http.MethodHead
	if !c.now.Updating || reads && (c.by.Role != door.NoRole || may == door.NoRole) {
		return false
	}
	c.w.Header().Set("Retry-After", retryUpdating)
	c.refuse(http.StatusServiceUnavailable, "updating")
	return true
}
