package main

import "slices"

// Signs beside letters and digits that screens are written with.
const signs = "‹›«»‘’“”„№–—…·•°±×÷−½≤≥←↑→↓↺↻▲▼►◄■□●○◯★✓✗☐☑♠♣♥♦␣⌫€"

// What the fonts hold, ascending.
var (
	// text: ASCII, the Latin letters of Europe, Cyrillic as written in Russian,
	// Ukrainian, Belarusian, Serbian and Macedonian (names may need them), signs.
	text = sorted(
		span(' ', '~'), span('¡', '¬'), span('®', 'ſ'),
		span('Ё', 'Ќ'), span('Ў', 'я'), span('ё', 'ќ'), span('ў', 'џ'), []rune("Ґґ"),
		[]rune(signs),
	)
	tiny   = sorted(span('0', '9'), span('A', 'Z'), span('А', 'Я'), []rune(" !%+-./:?Ё×−"))
	digits = sorted(span('0', '9'), []rune(" %+-/:=×−"))
)

func span(first, last rune) (runes []rune) {
	for r := first; r <= last; r++ {
		runes = append(runes, r)
	}
	return runes
}

func sorted(parts ...[]rune) []rune {
	all := slices.Concat(parts...)
	slices.Sort(all)
	return slices.Compact(all)
}
