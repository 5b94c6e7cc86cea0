package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"tabletop/companion/luck"
)

// tool runs a command on a record and returns its exit code and what it prints.
func tool(t *testing.T, args, record string) (code int, out string) {
	t.Helper()
	var printed, errs bytes.Buffer
	code = run(t.Context(), strings.Fields(args), strings.NewReader(record), &printed, &errs)
	return code, printed.String() + errs.String()
}

// sealed is a record of maze that begins with a start of a list, drawn under a seal that
// is opened then.
func sealed(secret luck.Secret, start int) string {
	return fmt.Sprintf(`{"kind":"started","game":"maze","seats":["Аня"],"options":{"starts":"1","setup":"small","grade":"hard"},"seal":"%s"}
{"kind":"stirred","says":"лодка"}
{"kind":"decided","seat":0,"says":"start %d","luck":"device"}
{"kind":"opened","secret":"%s"}
`, secret.Seal(), start, secret)
}

func TestADrawnStartIsRecomputedAndCanBeWon(t *testing.T) {
	t.Parallel()
	secret := luck.Secret{1, 2, 3}
	_, choice := tool(t, "legal -", `{"kind":"started","game":"maze","seats":["Аня"],"options":{"starts":"1","setup":"small","grade":"hard"}}`)
	most, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(choice, "start 1..")))
	if err != nil {
		t.Fatal(err)
	}
	key := secret.Key([]string{"лодка"})
	drawn := int(key.Number("start", 1, uint64(most))) + 1
	record := sealed(secret, drawn)
	if code, said := tool(t, "verify -", record); code != 0 || !strings.Contains(said, "outcomes 1, recomputed 1") {
		t.Errorf("exit code %d: %s", code, said)
	}
	if code, said := tool(t, "verify -", sealed(secret, drawn%most+1)); code != 1 || !strings.Contains(said, fmt.Sprintf(`should be "start %d"`, drawn)) {
		t.Errorf("another start: exit code %d: %s", code, said)
	}
	if code, said := tool(t, "solve -", record); code != 0 || !strings.HasPrefix(said, `{"won":true,`) {
		t.Errorf("exit code %d: %s", code, said)
	}
}
