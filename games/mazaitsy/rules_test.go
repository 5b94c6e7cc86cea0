package mazaitsy_test

import (
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/mazaitsy"
)

func TestASetupIsRefusedByTheRuleThatItBreaks(t *testing.T) {
	for _, tt := range []struct{ setup, rule string }{
		{"seats=1", "rule.setup.seats"},
		{"seats=5", "rule.setup.seats"},
		{"seats=2 rounds=3", "rule.two"},
		{"seats=2 places=5", "rule.two"},
		{"seats=2 teams=on", "rule.teams"},
		{"seats=3 teams=on", "rule.teams"},
		{"seats=3 rounds=2", "rule.setup.range"},
		{"seats=3 rounds=10", "rule.setup.range"},
		{"seats=3 rounds=03", "rule.setup.range"},
		{"seats=3 places=6", "rule.setup.value"},
		{"seats=3 field=half", "rule.setup.value"},
		{"seats=3 mazai=both", "rule.setup.value"},
		{"seats=3 adv5=on", "rule.setup.unknown"},
		{"seats=3 cards=", "rule.cards.type"},
		{"seats=3 cards=boat:51/50", "rule.cards.type"},
		{"seats=3 cards=log", "rule.cards.entry"},
		{"seats=3 cards=log:x/5", "rule.cards.entry"},
		{"seats=3 cards=log:51/", "rule.cards.entry"},
		{"seats=3 cards=log:051/50", "rule.cards.entry"},
		{"seats=3 cards=log:100/99", "rule.cards.entry"},
		{"seats=3 cards=log:-1", "rule.cards.entry"},
		{"seats=3 cards=log:51/50,log:0", "rule.cards.twice"},
		{"seats=3 cards=thicket:4/3,log:47/46", "rule.cards.symbol"},
		{"seats=3 cards=swamp:4/1,log:47/46", "rule.cards.symbol"},
		{"seats=3 cards=log:51/51", "rule.cards.twin"},
		{"seats=3 cards=log:51/49", "rule.cards.twin"},
		{"seats=3 symbols=exact cards=log:51/49", "rule.cards.twin"},
		{"seats=3 symbols=exact cards=log:51/51", "rule.cards.twin"},
		{"seats=3 symbols=all", "rule.setup.value"},
		{"seats=3 cards=log:50/49", "rule.cards.sum"},
		{"seats=3 cards=log:52/51", "rule.cards.sum"},
		{"seats=3 hares=", "rule.hares.entry"},
		{"seats=3 hares=10:1", "rule.hares.entry"},
		{"seats=3 hares=0:1", "rule.hares.entry"},
		{"seats=3 hares=1", "rule.hares.entry"},
		{"seats=3 hares=1:100", "rule.hares.entry"},
		{"seats=3 hares=1:2,1:3", "rule.hares.twice"},
		{"seats=3 hares=1:0,2:0", "rule.hares.none"},
	} {
		_, err := mazaitsy.Rules{}.New(setup(tt.setup))
		if got := broken(err); got != tt.rule {
			t.Errorf("%s: got %v, want %s", tt.setup, err, tt.rule)
		}
	}
}

func TestTheSumOfTheCardsIsNamed(t *testing.T) {
	_, err := mazaitsy.Rules{}.New(setup("seats=3 cards=log:40/39,swamp:9"))
	want := `illegal decision "cards=log:40/39,swamp:9": rule.cards.sum 51 49`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestASetupThatTheBoxAllowsIsTaken(t *testing.T) {
	for _, line := range []string{
		"seats=2", "seats=2 teams=off", "seats=3 rounds=9 places=4 mazai=real field=off",
		"seats=4 teams=on adv1=on adv2=on adv3=on adv4=on",
		"seats=3 cards=log:51/50", "seats=3 cards=thicket:1/0,log:50/49", "seats=3 cards=log:0,water:51", "seats=3 hares=9:1",
		"seats=3 symbols=exact cards=log:50/0,water:1/0", "seats=3 symbols=twin cards=log:51/0", "seats=2 symbols=exact field=on cards=log:51",
	} {
		begun(t, line)
	}
}

func TestAnInventoryOfAnyLengthIsRefusedShortly(t *testing.T) {
	for _, name := range []string{"cards", "hares"} {
		long := games.Setup{Seats: 3, Options: map[string]string{name: strings.Repeat("я", 1<<20)}}
		_, err := mazaitsy.Rules{}.New(long)
		if broken(err) == "" || len(err.Error()) > 300 {
			t.Errorf("%s: got %.400v", name, err)
		}
	}
}

func TestTheAssumedInventoriesAreSaidToBeAssumed(t *testing.T) {
	for _, o := range (mazaitsy.Rules{}).Options() {
		if o.Grammar != "counts" {
			continue
		}
		for _, lang := range []string{"ru", "en"} {
			line := "\noption." + o.Name + "." + o.Default + " = "
			_, rest, ok := strings.Cut(mazaitsy.Rules{}.Assets()[lang], line)
			label, _, _ := strings.Cut(rest, "\n")
			if !ok || label == "" {
				t.Errorf("%s: the default of %s is called %q", lang, o.Name, label)
			}
		}
	}
}
