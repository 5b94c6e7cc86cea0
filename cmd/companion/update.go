package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tabletop/cmd/internal/release"
	"tabletop/cmd/internal/update"
	"tabletop/companion"
	"tabletop/companion/words"
)

const (
	typeDeb    = "application/vnd.debian.binary-package"
	updatePath = "/api/update"
)

func updateBox(set *flag.FlagSet) action {
	socket := socketFlag(set)
	return func(c *call, operands []string) error {
		u := updating{
			daemon: daemon(*socket), folder: update.Folder, keys: release.KeysFile, poll: time.Second / 5, patience: 3 * time.Minute,
			out: prompt{c.out}, lang: c.lang, words: words.Companion(c.lang),
		}
		return u.run(c.ctx, operands[0])
	}
}

// updating is an update of the box.
type updating struct {
	daemon   daemon
	folder   string        // update.Folder, where the updater writes its steps
	keys     string        // list of keys of the installed package
	poll     time.Duration // between two looks into the folder
	patience time.Duration // without a step or an outcome
	out      io.Writer
	lang     words.Lang
	words    *words.Catalogue
}

// run updates the box to the package in a file and prints each step. It returns an error unless
// the version of the package runs in the end.
func (u updating) run(ctx context.Context, file string) error {
	p, err := u.verify(file)
	if err != nil {
		return err
	}
	installed, err := u.installed(ctx)
	if err != nil {
		return err
	}
	if p.Version != "" && release.Compare(p.Version, installed) <= 0 {
		return u.conclude(update.Result{Outcome: update.Refused, Why: whyNot(p.Version, installed), From: installed, To: p.Version})
	}
	var last update.Result // an earlier update
	if _, err := update.Read(filepath.Join(u.folder, update.ResultFile), &last); err != nil {
		return err
	}
	u.print("update.tool.send", filepath.Base(file))
	if err := u.send(ctx, file); err != nil {
		return err
	}
	u.print("update.tool.check")
	r, err := u.follow(ctx, last.ID)
	if err != nil {
		return err
	}
	return u.conclude(r)
}

// whyNot returns why a version that isn't newer than the installed one is refused.
func whyNot(version, installed string) string {
	if release.Compare(version, installed) < 0 {
		return update.WhyOlder
	}
	return update.WhySame
}

func (u updating) print(key string, args ...string) { fmt.Fprintln(u.out, u.words.Word(key, args...)) }

// verify refuses a file that the updater would refuse. Without a list of keys, it leaves the
// signature to the updater and returns no version.
func (u updating) verify(file string) (release.Package, error) {
	keys, err := release.ReadKeys(u.keys)
	listed := err == nil
	p, err := release.VerifyFile(file, keys)
	why := release.Why(err)
	switch {
	case err != nil && why == "":
		return p, err
	case !listed && why == update.WhyUnknownKey:
		return release.Package{}, nil
	case listed && keys.Empty():
		return p, errors.New(u.words.Word("update.nokeys"))
	case err != nil:
		return p, u.conclude(update.Result{Outcome: update.Refused, Why: why})
	}
	return p, nil
}

// installed returns the version of the running daemon. It returns an error if the daemon can't be
// updated.
func (u updating) installed(ctx context.Context) (string, error) {
	answer, err := u.daemon.ask(ctx, http.MethodGet, u.path(), "", nil)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	var state struct {
		Version, Why string
		Possible     bool
	}
	if err := json.NewDecoder(answer.Body).Decode(&state); err != nil {
		return "", notUnderstood(updatePath, err)
	}
	if !state.Possible {
		return "", errors.New(words.Sentences(u.words.Word("update.refused"), state.Why))
	}
	return state.Version, nil
}

// path returns the path of requests, with the language of their answers.
func (u updating) path() string { return updatePath + "?lang=" + string(u.lang) }

// send hands the package to the daemon, which hands it to the updater.
func (u updating) send(ctx context.Context, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	answer, err := u.daemon.ask(ctx, http.MethodPost, u.path(), typeDeb, f)
	if err != nil {
		return err
	}
	return answer.Body.Close()
}

// follow prints each step of the updater as it begins and returns the outcome of the update: the
// first result with another ID than before. The daemon may come and go meanwhile.
func (u updating) follow(ctx context.Context, before string) (update.Result, error) {
	silence := time.NewTimer(u.patience)
	defer silence.Stop()
	look := time.NewTicker(u.poll)
	defer look.Stop()
	for last := ""; ; {
		var r update.Result
		if found, err := update.Read(filepath.Join(u.folder, update.ResultFile), &r); err != nil || found && r.ID != before {
			return r, err
		}
		var s update.Step
		found, err := update.Read(filepath.Join(u.folder, update.StepFile), &s)
		if err != nil {
			return r, err
		}
		if found {
			silence.Reset(u.patience)
		}
		if found && s.Name != last {
			last = s.Name
			u.step(s)
		}
		select {
		case <-look.C:
		case <-silence.C:
			return r, errors.New(u.words.Word("update.tool.silent"))
		case <-ctx.Done():
			return r, errors.New(u.words.Word("update.tool.left"))
		}
	}
}

// step prints a step. It leaves out steps that it has no text for.
func (u updating) step(s update.Step) {
	if key := "update.tool." + s.Name; u.words.Has(key) {
		u.print(key, s.From, s.To)
	}
}

// conclude prints that the version runs, or returns an error with the outcome and its reason.
func (u updating) conclude(r update.Result) error {
	title, text := companion.UpdateText(u.words, companion.UpdateResult{ID: r.ID, Outcome: r.Outcome, Why: r.Why, From: r.From, To: r.To}, r.From)
	switch {
	case r.Outcome == update.Done:
		fmt.Fprintln(u.out, title)
		return nil
	case r.Outcome == update.Refused && r.Why == update.WhySame:
		fmt.Fprintln(u.out, text)
		return nil
	}
	report := words.Sentences(title, text)
	if detail := strings.TrimSpace(r.Text); detail != "" {
		report += "\n" + detail
	}
	return errors.New(report)
}
