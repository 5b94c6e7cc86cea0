package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"tabletop/cmd/internal/doctor"
)

func TestAPersonChoosesAnAnswerByItsNumber(t *testing.T) {
	for typed, want := range map[string]int{
		"\n":            0,
		"1\n":           0,
		" 3 \n":         2,
		"4\nx\n0\n2\n":  1,
		"":              -1,
		"many answers":  -1,
		"99999999999\n": -1,
	} {
		var out bytes.Buffer
		talk := &talk{in: strings.NewReader(typed), out: &out}
		if got := talk.hands(t.Context()).Ask(t.Context(), "How?", []string{"well", "badly", "not"}); got != want {
			t.Errorf("%q is answer %d, want %d", typed, got, want)
		}
		if !strings.HasPrefix(out.String(), "? How?\n  1  well\n  2  badly\n  3  not\n[1] ") {
			t.Errorf("asked %q", &out)
		}
	}
}

func TestAnInterruptEndsAQuestion(t *testing.T) {
	in, _ := io.Pipe() // from which nothing comes
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	talk := &talk{in: in, out: io.Discard}
	if got := talk.hands(t.Context()).Ask(ctx, "How?", []string{"well"}); got != -1 {
		t.Errorf("answer %d, want none", got)
	}
}

func TestWhereNobodyAnswersNobodyIsAsked(t *testing.T) {
	var out bytes.Buffer
	h := (&talk{out: &out}).hands(t.Context())
	if h.Print("Press"); h.Ask != nil || out.String() != "→ Press\n" {
		t.Errorf("told %q, asks: %v", &out, h.Ask != nil)
	}
}

func TestWhatIsToldIsSeenAtOnce(t *testing.T) {
	var out bytes.Buffer
	p := prompt{bufio.NewWriter(&out)}
	if _, err := io.WriteString(p, "Press"); err != nil || out.String() != "Press" {
		t.Errorf("seen %q: %v", &out, err)
	}
	if _, err := io.WriteString(prompt{bufio.NewWriter(full{})}, "Press"); err == nil {
		t.Error("an output that can't be written is no error")
	}
}

func TestFindingsAreShownToPeopleOneByOneAndToProgramsAtTheEnd(t *testing.T) {
	for _, quiet := range []bool{false, true} {
		var out bytes.Buffer
		talk := &talk{out: &out, quiet: quiet}
		h := talk.hands(t.Context())
		h.Found(doctor.Finding{State: doctor.Bad, Says: "dark", Mend: "light"})
		want := "✗ dark\n      light\n"
		if quiet {
			want = ""
		}
		if out.String() != want || len(talk.findings) != 1 {
			t.Errorf("quiet %v: shown %q, kept %v", quiet, &out, talk.findings)
		}
	}
}
