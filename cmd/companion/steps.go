package main

import (
	"bufio"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// explainStep prints every step of the outcome in fact seq, as lines for a shell.
func (c *call) explainStep(m match.Match, file string, seq int) error {
	w := words.Companion(c.lang)
	d, err := m.Derive(seq)
	var refused *match.DeriveError
	switch {
	case errors.As(err, &refused):
		return fmt.Errorf("%s: seq %d: %s", file, seq, w.Word("steps."+string(refused.Reason), strconv.Itoa(m.Seq())))
	case err != nil:
		return fmt.Errorf("%s: %w", file, err)
	case luck.Total(d.Choices) >= mostShellTotal || lines(d.Choices) > mostLines:
		return fmt.Errorf("%s: seq %d: %s", file, seq, w.Word("steps.wide"))
	}
	s := steps{c.out, w, d, luck.Total(d.Choices)}
	s.print()
	return nil
}

// mostShellTotal is the least sum of weights at which the shell function mod overflows the 64 bits
// of the shell's arithmetic.
const mostShellTotal = 1 << 59

// mostLines is the maximum number of lines with weights.
const mostLines = 100_000

// lines returns the number of lines with the weights of choices.
func lines(choices []games.Choice) (n int) {
	if isRange(choices) {
		return 1
	}
	for _, c := range choices {
		n += c.Len()
	}
	return n
}

// isRange reports whether choices are the numbers of one range.
func isRange(choices []games.Choice) bool {
	return len(choices) == 1 && choices[0].From < choices[0].To
}

// steps prints a derivation as lines for a shell, with comments in the language of words.
type steps struct {
	out   *bufio.Writer
	words *words.Catalogue
	match.Derivation
	total uint64 // sum of the weights
}

// print prints all steps in order.
func (s *steps) print() {
	s.printTools()
	s.printKey()
	s.printNumber()
	s.printChoices()
	s.printComparison()
}

// note prints a text of the catalogue as a comment.
func (s *steps) note(key string, args ...string) {
	fmt.Fprintf(s.out, "\n# %s\n", s.words.Word(key, args...))
}

// line prints a line of shell.
func (s *steps) line(format string, args ...any) { fmt.Fprintf(s.out, format+"\n", args...) }

// printTools prints the shell functions that the other lines call.
func (s *steps) printTools() {
	fmt.Fprintf(s.out, "# %s\n", s.words.Word("steps.title", strconv.Itoa(s.Seq), s.Says))
	s.note("steps.tools")
	s.line(`bytes() { printf "$(printf '\\%%03o' $(printf %%s "$1" | sed 's/../0x& /g'))"; }`)
	s.line(`digits() { sed 's/.*= *//'; }`)
	s.line(`hmac() { openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" | digits; }`)
	s.line(`mod() { m=0; for h in $(printf %%s "$1" | sed 's/./0x& /g'); do m=$(((m * 16 + $h) %% $2)); done; echo "$m"; }`)
	s.line(`same() { if [ "$1" = "$2" ]; then echo %s; else echo %s; fi; }`, quoted(s.words.Word("steps.same")), quoted(s.words.Word("steps.differs")))
}

// printKey prints the lines that check the seal and compute the key.
func (s *steps) printKey() {
	s.note("steps.seal", strconv.Itoa(s.Seal.OpenedSeq), strconv.Itoa(s.Seal.Seq))
	s.line("S=%s", s.Seal.Secret)
	s.line(`seal=$(bytes "$S" | openssl dgst -sha256 | digits); echo "$seal"`)
	s.line(`same "$seal" %s`, s.Seal.Seal)
	if len(s.Seal.Stirrings) == 0 {
		s.note("steps.unstirred")
		s.line(`T=$(printf '' | openssl dgst -sha256 | digits); echo "$T"`)
	} else {
		s.note("steps.stirred")
		s.line(`T=$(printf '%%s\n' %s | openssl dgst -sha256 | digits); echo "$T"`, quoted(s.Seal.Stirrings...))
	}
	s.note("steps.key")
	s.line(`K=$(printf 'companion-luck-1\n%%s\n' "$T" | hmac "$S"); echo "$K"`)
}

// printNumber prints the lines that compute the number r below the sum of the weights.
func (s *steps) printNumber() {
	if len(s.Earlier) == 0 {
		s.note("steps.first", s.Stream)
	} else {
		s.note("steps.later", s.Stream, shortList(s.Earlier), strconv.Itoa(s.N))
	}
	s.note("steps.total", strconv.FormatUint(s.total, 10))
	s.line("W=%d", s.total)
	bounded := -s.total%s.total != 0 // 2⁶⁴ mod W
	if bounded {
		s.note("steps.limit")
		s.line(`limit=$(printf %%x $((-$(mod 10000000000000000 "$W")))); echo "$limit"`)
	} else {
		s.note("steps.unlimited")
	}
	tries := s.Seal.Key.Tries(s.Stream, s.N, s.total)
	for i := range tries {
		if i == 0 {
			s.note("steps.try")
		} else {
			s.note("steps.again", strconv.Itoa(i))
		}
		s.line(`x=$(printf %%s %s | hmac "$K" | cut -c 1-16); echo "$x"`, quoted(fmt.Sprintf("%s/%d/%d", s.Stream, s.N, i)))
		if bounded {
			s.line(`expr "x$x" \< "x$limit"`)
		}
	}
	s.note("steps.rest")
	s.line(`r=$(mod "$x" "$W"); echo "$r"`)
}

// shortList returns the numbers separated by commas. It omits the middle of a long list.
func shortList(seqs []int) string {
	const most = 12
	var all []string
	for i, seq := range seqs {
		switch {
		case len(seqs) <= most || i < most/2 || i >= len(seqs)-most/2:
			all = append(all, strconv.Itoa(seq))
		case i == most/2:
			all = append(all, "…")
		}
	}
	return strings.Join(all, ", ")
}

// printChoices prints the lines that find the outcome for r.
func (s *steps) printChoices() {
	if isRange(s.Choices) {
		c := s.Choices[0]
		s.note("steps.range", strconv.Itoa(int(c.From)), strconv.Itoa(int(c.To)), strconv.Itoa(int(c.Weight)))
		s.line(`outcome=%s" $((%d + r / %d))"; echo "$outcome"`, quoted(string(c.Says)), c.From, c.Weight)
		return
	}
	s.note("steps.pick")
	s.line(`while read -r weight outcome; do [ "$r" -lt "$weight" ] && break; r=$((r - weight)); done <<'END'`)
	for _, c := range s.Choices {
		s.printWeights(c)
	}
	s.line("END")
	s.line(`echo "$outcome"`)
}

// printWeights prints a line with the weight and the notation of each decision of c. A text, which
// only people can enter, has none.
func (s *steps) printWeights(c games.Choice) {
	for i := range c.Len() {
		s.line("%d %s", c.Weight, c.At(i))
	}
}

// printComparison prints the line that compares the outcome with the record.
func (s *steps) printComparison() {
	s.note("steps.compare", strconv.Itoa(s.Seq), s.Says)
	s.line(`same "$outcome" %s`, quoted(s.Says))
}

// quoted returns texts as words of a shell, separated by blanks.
func quoted(texts ...string) string {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return strings.Join(all, " ")
}
