package checkup_test

import (
	"slices"
	"testing"

	"tabletop/companion/checkup"
)

func TestFaultsComeFirstAndAllElseKeepsItsOrder(t *testing.T) {
	all := []checkup.Finding{
		{Topic: "card"},
		{Topic: "power", State: checkup.Unknown},
		{Topic: "clock", State: checkup.Poor},
		{Topic: "heat"},
		{Topic: "keys", State: checkup.Bad},
		{Topic: "backup", State: checkup.Poor},
	}
	var got []string
	for _, f := range checkup.FaultsFirst(all) {
		got = append(got, f.Topic)
	}
	if want := []string{"keys", "clock", "backup", "card", "power", "heat"}; !slices.Equal(got, want) {
		t.Errorf("the order is %v, want %v", got, want)
	}
	if all[0].Topic != "card" {
		t.Error("the list itself was sorted")
	}
	if n := checkup.Faults(all); n != 3 {
		t.Errorf("%d faults, want 3", n)
	}
}
