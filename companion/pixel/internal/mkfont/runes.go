package main

import "slices"

// signs holds the symbols that screens show besides letters and digits.
const signs = "‹›«»‘’“”„№–—…·•°±×÷−½≤≥←↑→↓↺↻▲▼►◄■□●○◯★✓✗☐☑♠♣♥♦␣⌫€"

// Runes of the fonts, in ascending order.
var (
	// text holds ASCII, the Latin letters of Europe, the Cyrillic letters of Russian, Ukrainian,
	// Belarusian, Serbian and Macedonian (for names), and signs.
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
