package verify_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/companion/match"
	"tabletop/games"
)

// lines are the facts of a record, as objects of JSON.
type lines []map[string]any

func parsed(t *testing.T, text string) (all lines) {
	t.Helper()
	for line := range strings.Lines(text) {
		var fact map[string]any
		if err := json.Unmarshal([]byte(line), &fact); err != nil {
			t.Fatal(err)
		}
		all = append(all, fact)
	}
	return all
}

func (l lines) String() string {
	var b strings.Builder
	for _, fact := range l {
		data, _ := json.Marshal(fact)
		b.Write(append(data, '\n'))
	}
	return b.String()
}

// where returns the indices of the facts that fulfil a condition.
func (l lines) where(is func(fact map[string]any) bool) (all []int) {
	for i, fact := range l {
		if is(fact) {
			all = append(all, i)
		}
	}
	return all
}

func ofKind(kind string) func(map[string]any) bool {
	return func(fact map[string]any) bool { return fact["kind"] == kind }
}

func byDevice(fact map[string]any) bool {
	return fact["luck"] == match.Device && fact["kind"] != "started"
}

// without returns the record without a line. Later numbers move up.
func (l lines) without(i int) lines {
	all := slices.Delete(slices.Clone(l), i, i+1)
	for j := range all {
		all[j] = maps.Clone(all[j])
		all[j]["seq"] = j + 1
		if to, ok := all[j]["back_to"].(float64); ok && int(to) > i {
			all[j]["back_to"] = int(to) - 1
		}
	}
	return all
}

// tampering changes a record. It returns false if the record has nothing of the kind.
type tampering func(r *rand.Rand, m match.Match, l lines) (lines, bool)

// tamperings are the ways to forge a record, by name.
var tamperings = map[string]tampering{
	"another outcome": func(r *rand.Rand, m match.Match, l lines) (lines, bool) {
		i, ok := anyOf(r, l.where(byDevice))
		if !ok {
			return l, false
		}
		d, err := m.Derive(i + 1)
		if err != nil {
			return l, false
		}
		c := d.Choices[r.IntN(len(d.Choices))]
		says := string(c.At(r.IntN(c.Len())))
		changed := says != l[i]["says"]
		l[i]["says"] = says
		return l, changed
	},
	"two outcomes in another order": func(r *rand.Rand, _ match.Match, l lines) (lines, bool) {
		all := l.where(byDevice)
		if len(all) < 2 {
			return l, false
		}
		i := r.IntN(len(all) - 1)
		a, b := l[all[i]], l[all[i+1]]
		changed := a["says"] != b["says"]
		a["says"], b["says"] = b["says"], a["says"]
		return l, changed
	},
	"another secret": func(r *rand.Rand, _ match.Match, l lines) (lines, bool) {
		i, ok := anyOf(r, l.where(ofKind("opened")))
		if ok {
			l[i]["secret"] = secretOf(r, 9).String()
		}
		return l, ok
	},
	"another secret with its seal": func(r *rand.Rand, _ match.Match, l lines) (lines, bool) {
		opened, sealed := l.where(ofKind("opened")), l.where(func(fact map[string]any) bool { return fact["seal"] != nil })
		if len(opened) == 0 || len(l.where(byDevice)) == 0 {
			return l, false
		}
		other := secretOf(r, 9)
		at := opened[len(opened)-1]
		l[at]["secret"] = other.String()
		for _, i := range slices.Backward(sealed) {
			if i < at {
				l[i]["seal"] = other.Seal()
				break
			}
		}
		return l, true
	},
	"another stirring": func(r *rand.Rand, _ match.Match, l lines) (lines, bool) {
		i, ok := anyOf(r, l.where(ofKind("stirred")))
		if ok {
			l[i]["says"] = l[i]["says"].(string) + "!"
		}
		return l, ok
	},
	"a stirring less": func(r *rand.Rand, _ match.Match, l lines) (lines, bool) {
		i, ok := anyOf(r, l.where(ofKind("stirred")))
		if !ok {
			return l, false
		}
		return l.without(i), true
	},
	"an undo less": func(r *rand.Rand, _ match.Match, l lines) (lines, bool) {
		i, ok := anyOf(r, l.where(ofKind("undone")))
		if !ok {
			return l, false
		}
		return l.without(i), true
	},
	"an undo to another fact": func(r *rand.Rand, _ match.Match, l lines) (lines, bool) {
		i, ok := anyOf(r, l.where(ofKind("undone")))
		if !ok {
			return l, false
		}
		l[i]["back_to"] = 1 + r.IntN(i+2)
		return l, true
	},
	"an outcome less": func(r *rand.Rand, _ match.Match, l lines) (lines, bool) {
		i, ok := anyOf(r, l.where(byDevice))
		if !ok {
			return l, false
		}
		return l.without(i), true
	},
	"other weights": func(r *rand.Rand, _ match.Match, l lines) (lines, bool) {
		key := fmt.Sprint(l[0]["game"])
		name := map[string]string{"mazaitsy": "hares", "maze": "setup", "table": "cup"}[key]
		values := map[string][]string{"mazaitsy": samples["mazaitsy hares"], "maze": {"standard", "small", "balanced"}, "table": {"1d6", "2d20"}}[key]
		if name == "" {
			return l, false
		}
		options, _ := l[0]["options"].(map[string]any)
		options = maps.Clone(options)
		if options == nil {
			options = map[string]any{}
		}
		value := values[r.IntN(len(values))]
		changed := options[name] != value
		options[name] = value
		l[0]["options"] = options
		return l, changed
	},
	"the table's outcome as the device's": func(r *rand.Rand, _ match.Match, l lines) (lines, bool) {
		i, ok := anyOf(r, l.where(func(fact map[string]any) bool { return fact["luck"] == match.Table && fact["kind"] != "started" }))
		if ok {
			l[i]["luck"] = match.Device
		}
		return l, ok
	},
	"the device's outcome as the table's": func(r *rand.Rand, _ match.Match, l lines) (lines, bool) {
		i, ok := anyOf(r, l.where(byDevice))
		if ok {
			l[i]["luck"] = match.Table
		}
		return l, ok
	},
	"another first seat": func(_ *rand.Rand, m match.Match, l lines) (lines, bool) {
		all := l.where(ofKind("drawn"))
		if len(all) == 0 || m.Setup().Seats < 2 {
			return l, false
		}
		n := 0
		fmt.Sscanf(l[all[0]]["says"].(string), "first %d", &n)
		l[all[0]]["says"] = fmt.Sprintf("first %d", n%m.Setup().Seats+1)
		return l, true
	},
	"a first seat among others": func(_ *rand.Rand, m match.Match, l lines) (lines, bool) {
		all := l.where(func(fact map[string]any) bool { return fact["among"] != nil })
		if len(all) == 0 {
			return l, false
		}
		delete(l[all[0]], "among")
		return l, true
	},
	"a skipped number": func(r *rand.Rand, _ match.Match, l lines) (lines, bool) {
		i := r.IntN(len(l))
		l[i]["seq"] = i + 2
		return l, true
	},
	"a loss that wasn't": func(r *rand.Rand, _ match.Match, l lines) (lines, bool) {
		i, ok := anyOf(r, l.where(ofKind("sealed")))
		if !ok {
			return l, false
		}
		if l[i]["lost"] == true {
			delete(l[i], "lost")
		} else {
			l[i]["lost"] = true
		}
		return l, true
	},
}

func anyOf(r *rand.Rand, all []int) (int, bool) {
	if len(all) == 0 {
		return 0, false
	}
	return all[r.IntN(len(all))], true
}

// forged is a tampered record.
type forged struct{ how, text string }

// forgeries returns n tampered records, of each kind as many.
func forgeries(t *testing.T, n int) (all []forged) {
	names := slices.Sorted(maps.Keys(tamperings))
	for seed := uint64(1 << 20); len(all) < n; seed++ {
		p := start(seed)
		p.play([]int{20, 60, 200}[p.IntN(3)])
		p.close()
		how := names[len(all)%len(names)]
		l, ok := tamperings[how](p.Rand, p.Match, parsed(t, p.Since(0)))
		if ok {
			all = append(all, forged{how, l.String()})
		}
	}
	return all
}

func TestThePageFindsInTamperedRecordsWhatTheToolFinds(t *testing.T) {
	all := forgeries(t, *tampered)
	texts := make([]string, len(all))
	for i, f := range all {
		texts[i] = f.text
	}
	found, illegal, unknown := map[string]int{}, map[string]int{}, 0
	for i, got := range page(t, texts) {
		_, want, result, err := verdict(texts[i])
		if result == "refused" {
			var rule games.Illegal
			if (errors.As(err, &rule) || strings.Contains(err.Error(), "but the turn is")) && got.Result != "wrong" {
				illegal[all[i].how]++ // a decision against the rules is not the page's concern
				continue
			}
			result = "wrong"
		}
		if inFile := strings.Contains(texts[i], `"game":"file/`); inFile && got.unknown() && got.Result == "partly" {
			unknown++
			continue
		}
		if result == "closed" && got.Result == "wrong" {
			continue // an earlier seal is opened, and its outcomes are wrong; the tool doesn't look at them
		}
		if got.Result != result {
			t.Errorf("record %d, %s: the page finds %+v, the tool %s (%v)\n%s", i, all[i].how, got, result, err, texts[i])
		}
		if result != "wrong" && result != "closed" {
			same(t, i, got, want)
		}
		found[all[i].how+" "+result]++
	}
	t.Logf("%d tampered records: %v; games in files that the page can't recompute: %d; decisions against the rules, which only the tool finds: %v",
		len(all), found, unknown, illegal)
}

// Whatever is damaged, the page answers.
func TestThePageAnswersForDamagedRecords(t *testing.T) {
	const damage = "0123456789\"{}[],: abc\n"
	r := rand.New(rand.NewPCG(1, 43))
	var texts []string
	for i := range 4 * *tampered {
		p := start(1<<21 + uint64(i%20))
		p.play(60)
		p.close()
		text := []byte(p.Since(0))
		for range 1 + r.IntN(3) {
			text[r.IntN(len(text))] = damage[r.IntN(len(damage))]
		}
		texts = append(texts, string(text))
	}
	wrong := 0
	for _, got := range page(t, texts) {
		if got.Result == "wrong" {
			wrong++
		}
	}
	if wrong < len(texts)/2 {
		t.Errorf("of %d damaged records the page refuses %d", len(texts), wrong)
	}
}
