package main

import (
	"fmt"
	"time"
)

// updateFolder is the folder of the updater.
const updateFolder = "/var/lib/companion-update"

// pulls lists the steps of an update at which the plug is pulled, with the time into the step.
var pulls = []struct {
	step string
	into time.Duration
}{{"install", 2 * time.Second}, {"install", 12 * time.Second}, {"trial", 4 * time.Second}}

// pulledUpdate updates the box in mid-match by the command "companion update" and pulls the plug three
// times. After each pull the update must go on by itself, and in the end the match continues.
func (e *Evening) pulledUpdate() error {
	if err := e.toHome(); err != nil {
		return err
	}
	if _, err := e.begin(); err != nil {
		return err
	}
	if _, err := e.decide(); err != nil {
		return err
	}
	before, picture, err := e.settled()
	if err != nil {
		return err
	}
	began := time.Now()
	if err := e.do("systemd-run --quiet --unit=sender companion update /root/update.deb"); err != nil {
		return err
	}
	for _, p := range pulls {
		if err := e.until(2*patience, `grep -q '"step":"`+p.step+`"' `+updateFolder+"/step.json"); err != nil {
			output, _ := e.sh("cat " + updateFolder + "/*.json; journalctl --no-pager -n 20 -u sender -u companion-update")
			return fmt.Errorf("the step %s: %w\n%s", p.step, err, output)
		}
		time.Sleep(p.into)
		note("%.0f s: the plug is pulled at the step %s", time.Since(began).Seconds(), p.step)
		if err := e.pull(); err != nil {
			return err
		}
	}
	if err := e.updated(); err != nil {
		return err
	}
	note("%.0f s: the update has ended", time.Since(began).Seconds())
	if err := e.uncover(picture); err != nil {
		return err
	}
	return e.resumes(before, picture)
}

// pull pulls the plug and puts it in again.
func (e *Evening) pull() error {
	e.Kill()
	m, err := e.boot()
	if err != nil {
		return err
	}
	e.Machine = m
	return m.Agent.Ready(bootPatience)
}

// updated waits for the end of the update, and checks that the new package is whole.
func (e *Evening) updated() error {
	err := e.until(2*patience, "test ! -e "+updateFolder+`/step.json && grep -q '"outcome":"done"' `+updateFolder+"/result.json")
	if err == nil {
		err = e.do(`dpkg-query -W -f '${db:Status-Abbrev}${Version}' companion | grep '^ii .*+update$'`, `test -z "$(dpkg --audit)"`)
	}
	if err != nil {
		output, _ := e.sh("cat " + updateFolder + "/*.json; journalctl --no-pager -b -n 30 -u companion-update -u companiond")
		return fmt.Errorf("%w\n%s", err, output)
	}
	return nil
}

// uncover closes the pages about the outcome of the update, which cover the match.
func (e *Evening) uncover(picture string) error {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Second) {
		now, err := e.intended()
		if err == nil && litArea(now.panel) == litArea(picture) {
			return nil
		}
		if err == nil {
			err = e.press("back")
		}
		if err != nil {
			note("not yet: %v", err)
		}
	}
	return fmt.Errorf("the panel doesn't show the match again")
}
