package web

import (
	"fmt"
	"strings"
	"testing"
)

func TestAnObjectHasABoundedNumberOfKeys(t *testing.T) {
	var text strings.Builder
	text.WriteString(`{"a":1`)
	for n := range mostKeys {
		fmt.Fprintf(&text, `,"%d":1`, n)
	}
	if key, fault := checkKeys([]byte(text.String() + "}")); fault != beyond || key != fmt.Sprint(mostKeys-1) {
		t.Errorf("%d keys: fault %d of %q", mostKeys+1, fault, key)
	}
}

func TestAKeyThatStandsTwiceIsFound(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{}`, ""},
		{`[]`, ""},
		{`"a"`, ""},
		{`3`, ""},
		{`{"after":1,"to":12}`, ""},
		{`{"after":1,"after":12}`, "after"},
		{`{"after":1,"AFTER":12}`, "AFTER"},
		// A long s, and a sign of Kelvin, are an s and a k in another case.
		{`{"seats":1,"ſeats":2}`, "ſeats"},
		{"{\"kind\":1,\"\u212aind\":2}", "\u212aind"},
		{`{"a":{"b":1},"b":{"a":1}}`, ""},
		{`{"a":{"b":1,"B":2}}`, "B"},
		{`[{"a":1},{"a":1}]`, ""},
		{`[{"a":1},{"a":[{"x":1,"X":1}]}]`, "X"},
		{`{"a":"a","b":["a","a"],"c":"c"}`, ""},
		{`{"a":null,"b":true,"A":1.5}`, "A"},
	} {
		got, fault := checkKeys([]byte(tt.text))
		if got != tt.want || (fault == repeated) != (tt.want != "") {
			t.Errorf("%s: fault %d of %q, want %q twice", tt.text, fault, got, tt.want)
		}
	}
}
