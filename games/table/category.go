package table

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/games"
)

// Category is a part of a seat's points in a round, such as coins or tricks. The seat's number in
// the category is multiplied by Factor.
type Category struct {
	Name     string // name of up to MostLetters letters; "" if rounds have no categories
	From, To int    // limits of the number, both included
	Factor   int    // points per unit of the number; negative for losses
}

// plain is the only category of a scoreboard without categories.
var plain = Category{From: -MostPoints, To: MostPoints, Factor: 1}

// String returns c in the format of [ParseCategories]: "coins", "coins=0..50", "lost*-1".
func (c Category) String() string {
	text := c.Name
	if c.From != plain.From || c.To != plain.To {
		text += "=" + strconv.Itoa(c.From) + ".." + strconv.Itoa(c.To)
	}
	if c.Factor != plain.Factor {
		text += "*" + strconv.Itoa(c.Factor)
	}
	return text
}

// takes reports whether n lies within c's limits.
func (c Category) takes(n int) bool { return n >= c.From && n <= c.To }

// mostOption is the greatest length in bytes of a valid list of categories.
const mostOption = MostCategories * (MostLetters*utf8.UTFMax + len("=-999..-998*-100;"))

// ParseCategories parses the value of the option categories: up to [MostCategories], separated by
// ";", each with a unique name and optionally limits and a factor, such as
// "coins=0..50;buildings;lost=0..10*-1". The value "none" means no categories. The error is a
// [games.Illegal].
func ParseCategories(option string) ([]Category, error) {
	if option == "none" {
		return nil, nil
	}
	says := games.Decision("categories=" + strings.ToValidUTF8(option[:min(len(option), mostOption)], ""))
	parts := strings.SplitN(option, ";", MostCategories+1)
	if len(parts) > MostCategories {
		return nil, games.Refuse(says, "rule.categories.many", strconv.Itoa(MostCategories))
	}
	all := make([]Category, 0, len(parts))
	for _, part := range parts {
		c, rule := parseCategory(part)
		if rule == nil && slices.ContainsFunc(all, func(o Category) bool { return strings.EqualFold(o.Name, c.Name) }) {
			rule = broken("rule.categories.twice", c.Name)
		}
		if rule != nil {
			return nil, games.Illegal{Says: says, Rule: *rule}
		}
		all = append(all, c)
	}
	return all, nil
}

// parseCategory parses "NAME" or "NAME=FROM..TO", optionally followed by "*FACTOR".
func parseCategory(text string) (Category, *games.Text) {
	body, factor, weighed := strings.Cut(text, "*")
	name, limits, limited := strings.Cut(body, "=")
	c := plain
	c.Name = name
	if !isName(name) {
		return c, broken("rule.categories.name", strconv.Itoa(MostLetters))
	}
	if limited {
		from, to, _ := strings.Cut(limits, "..")
		if !read(from, MostPoints, &c.From) || !read(to, MostPoints, &c.To) || c.From >= c.To {
			return c, broken("rule.categories.limits", name, strconv.Itoa(MostPoints))
		}
	}
	if weighed && (!read(factor, MostFactor, &c.Factor) || c.Factor == 0) {
		return c, broken("rule.categories.factor", name, strconv.Itoa(MostFactor))
	}
	return c, nil
}

// isName reports whether text is a valid name of a category: up to MostLetters letters.
func isName(text string) bool {
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	return text != "" && len(text) <= MostLetters*utf8.UTFMax && utf8.ValidString(text) &&
		utf8.RuneCountInString(text) <= MostLetters && !strings.ContainsFunc(text, notLetter)
}

// read parses the whole number in word and stores it in n. It reports whether the number has its
// shortest form and lies between -most and most, both included.
func read(word string, most int, n *int) bool {
	v, err := strconv.Atoi(word)
	*n = v
	return err == nil && strconv.Itoa(v) == word && v >= -most && v <= most
}

// orders returns the indices of the categories in the given order, and sorted bytewise by name.
func orders(categories []Category) (order, byName []int) {
	for i := range categories {
		order = append(order, i)
	}
	byName = slices.Clone(order)
	slices.SortFunc(byName, func(a, b int) int { return strings.Compare(categories[a].Name, categories[b].Name) })
	return order, byName
}
