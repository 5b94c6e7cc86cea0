package dice

import (
	"regexp"

	"tabletop/games"
)

// foreign contains the ways in which other programs and people write what this package writes otherwise.
// Each entry replaces a sign by the one here. The order matters: words come before single letters.
var foreign = []struct {
	sign *regexp.Regexp
	here string
}{
	{regexp.MustCompile(`(?i)^\s*[/!]?(?:roll|r|output|брось|бросить)\s+`), ""},   // chats; AnyDice
	{regexp.MustCompile(`(?i)\[\s*highest\s+(\d*)\s*of\s+([^\]]+)\]`), "${2}k$1"}, // AnyDice
	{regexp.MustCompile(`(?i)\[\s*lowest\s+(\d*)\s*of\s+([^\]]+)\]`), "${2}kl$1"}, // AnyDice
	{regexp.MustCompile(`(?i)\[\s*explode\s+([^\]]+)\]`), "${1}!"},                // AnyDice
	{regexp.MustCompile(`(?i)\[\s*count\s+(\d+)\s+in\s+([^\]]+)\]`), "${2}=$1"},   // AnyDice
	{regexp.MustCompile(`(?i)(?:best|highest|top|лучши[ей])\s+(\d+)\s+(?:of|из)\s+(\S+)`), "${2}k$1"},
	{regexp.MustCompile(`(?i)(?:worst|lowest|худши[ей])\s+(\d+)\s+(?:of|из)\s+(\S+)`), "${2}kl$1"},
	{regexp.MustCompile(`(?i)[\s,]*(?:drop|dropping|минус|без)\s*(?:the\s+)?(?:lowest|худш\pL*)\s*`), "dl"},
	{regexp.MustCompile(`(?i)[\s,]*(?:drop|dropping|минус|без)\s*(?:the\s+)?(?:highest|лучш\pL*)\s*`), "dh"},
	{regexp.MustCompile(`(?i)[\s,]*(?:keep|keeping|take)\s*(?:the\s+)?lowest\s*`), "kl"},
	{regexp.MustCompile(`(?i)[\s,]*(?:keep|keeping|take)\s*(?:the\s+)?(?:highest|best)?\s*`), "k"},
	{regexp.MustCompile(`(?i)[\s,]*drop\s*`), "d"},
	{regexp.MustCompile(`(?i)\s*(?:exploding|explode|explodes)\s*`), "!"},
	{regexp.MustCompile(`(?i)-\s*L\b`), "dl1"}, // the lowest one away
	{regexp.MustCompile(`(?i)-\s*H\b`), "dh1"},
	{regexp.MustCompile(`(?i)(\d)mi(\d)`), "${1}min$2"},      // Avrae
	{regexp.MustCompile(`(?i)(\d)ma(\d)`), "${1}max$2"},      // Avrae
	{regexp.MustCompile(`(?i)(\d)p([hl])(\d)`), "${1}d$2$3"}, // Avrae
	{regexp.MustCompile(`(?i)(\d)e([<>=]*\d)`), "${1}!$2"},   // Avrae
	{regexp.MustCompile(`(?i)(\d)x([<>=]+\d|$)`), "${1}!$2"}, // Foundry
	{regexp.MustCompile(`(?i)df([<>=]*\d)`), "f$1"},          // Foundry
	{regexp.MustCompile(`(?i)(\d)t(\d)`), "${1}>=$2"},        // a target
	{regexp.MustCompile(`(?i)(\d*)[wт](\d)`), "${1}d$2"},     // German: Würfel
	{regexp.MustCompile(`[xXхХ]\s*(\d+)`), "*$1"},
	{regexp.MustCompile(`(?i)монет\pL*`), "coin"},
	{regexp.MustCompile(`(?i)\s(?:with\s+(?:an?\s+)?adv\pL*|с\s+преимущ\pL*)`), " adv"},
	{regexp.MustCompile(`(?i)\s(?:with\s+(?:an?\s+)?dis\pL*|с\s+помех\pL*)`), " dis"},
	{regexp.MustCompile(`^\(([^()]*,[^()]*)\)`), "{$1}"},
	{regexp.MustCompile(`^([^{}<>=]*[-+*/][^{}<>=]*?)\s*([<>=]+\s*\d+)$`), "{$1}$2"},
	{regexp.MustCompile(`[÷:]`), "/"},
	{regexp.MustCompile(`[·∙•]`), "*"},
	{regexp.MustCompile(`(\d),(\d)`), "$1.$2"},
	{regexp.MustCompile(`=>`), ">="},
	{regexp.MustCompile(`=<`), "<="},
	{regexp.MustCompile(`==`), "="},
	{regexp.MustCompile(`><`), "<>"},
}

// crossed matches a cross behind dice, which multiplies in some programs and explodes in Foundry.
var crossed = regexp.MustCompile(`(?i)(d\d+)\s*[xх]\s*(\d+)`)

// instead returns a rule that says how a refused notation is written here, or the rule that it breaks.
func (d *dialect) instead(notation string, rule *games.Text) *games.Text {
	switch rule.Key {
	case "rule.dice.sign", "rule.dice.end", "rule.dice.unknown", "rule.dice.label", "rule.dice.keep", "rule.dice.times", "rule.dice.plus":
	default:
		return rule
	}
	if crossed.MatchString(notation) {
		times, again := d.valid(crossed.ReplaceAllString(notation, "$1*$2")), d.valid(crossed.ReplaceAllString(notation, "$1!$2"))
		if times != "" && again != "" {
			return broken("rule.dice.cross", times, again)
		}
	}
	for _, f := range foreign {
		here := f.sign.ReplaceAllString(notation, f.here)
		if here == notation {
			continue
		}
		notation = here
		if shortest := d.valid(notation); shortest != "" {
			return broken("rule.dice.instead", shortest)
		}
	}
	return rule
}

// valid returns a notation in its shortest form, or "" if it is refused.
func (d *dialect) valid(notation string) string {
	cup, rule := d.parse(notation)
	if rule != nil {
		return ""
	}
	return cup.String()
}
