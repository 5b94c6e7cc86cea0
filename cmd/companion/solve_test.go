package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"strings"
	"testing"
)

var everyPair = flag.Bool("every", false, "solve each start under all options, not under some of them")

func TestEveryLineThatIsPrintedWins(t *testing.T) {
	t.Parallel()
	starts := []string{
		"2TRRBLS213............3B1ST13LR2", "BR31RLTB2L............L2S1TRL2T3", "LT1213B32R............BTLLS1S23R",
		"SLRTB123SLRTB123SLRTB123SLRTB123",
	}
	for i, start := range starts {
		for k, options := range []string{"", "shadow=jump,tree=jump", "rabbit=many", "pawns=upto,square1=dark"} {
			if i != k && !*everyPair {
				continue
			}
			var out, errs bytes.Buffer
			code := run(t.Context(), []string{"solve", "-start", start, "-options", options}, strings.NewReader(""), &out, &errs)
			var got wonVerdict
			if err := json.Unmarshal(out.Bytes(), &got); err != nil || code != 0 || !got.Won || got.Plies != len(got.Line) {
				t.Fatalf("%s %s: exit code %d, %v, got %s%s", start, options, code, err, &out, &errs)
			}
			record := `{"kind":"started","game":"maze","seats":["a"],"options":{"start":"` + start + `"` + asJSON(options) + "}}\n"
			for _, d := range got.Line {
				record += `{"kind":"decided","says":"` + string(d) + "\"}\n"
			}
			out.Reset()
			if code := run(t.Context(), []string{"replay", "-"}, strings.NewReader(record), &out, &errs); code != 0 || !strings.Contains(out.String(), `"won":[1]`) {
				t.Errorf("%s %s: the line ends in %s%s", start, options, &out, &errs)
			}
		}
	}
}

// asJSON is options as a record has them, behind another.
func asJSON(options string) (all string) {
	for _, option := range strings.Split(options, ",") {
		if name, value, ok := strings.Cut(option, "="); ok {
			all += `,"` + name + `":"` + value + `"`
		}
	}
	return all
}

func TestAnInterruptEndsASearchWithoutAVerdict(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	code := run(ctx, []string{"solve", "-start", "SLRTB123SLRTB123SLRTB123SLRTB123"}, strings.NewReader(""), &out, &errs)
	if code != 1 || out.Len() > 0 || !strings.Contains(errs.String(), "canceled") {
		t.Errorf("exit code %d, got %q and %q", code, &out, &errs)
	}
}
