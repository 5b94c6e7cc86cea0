package main

import (
	"slices"
	"unicode"
)

// signs holds the symbols that screens show besides letters and digits.
const signs = "‹›«»‘’“”„№–—…·•°±×÷−½≤≥←↑→↓↺↻▲▼►◄■□●○◯★✓✗☐☑♠♣♥♦␣⌫€"

// Runes of the fonts, in ascending order.
var (
	// text holds ASCII, the Latin letters of Europe and Vietnam, Greek letters, the Cyrillic letters
	// of Russian, Ukrainian, Belarusian, Serbian and Macedonian, those of the other languages of
	// Russia and Kazakhstan (all for names), and signs.
	text = sorted(
		span(' ', '~'), span('¡', '¬'), span('®', 'ſ'), []rune("ƏəƠơƯưǦǧǪǫȘșȚțẞ"), span('Ạ', 'ỹ'), greek,
		span('Ё', 'Ќ'), span('Ў', 'я'), span('ё', 'ќ'), span('ў', 'џ'), []rune(neighbours),
		[]rune(signs),
	)
	greek = slices.Concat([]rune{'Ά'}, span('Έ', 'Ί'), []rune{'Ό'}, span('Ύ', 'Ρ'), span('Σ', 'ώ'))
	tiny  = sorted(
		span('0', '9'), span('A', 'Z'), span('А', 'Я'), []rune(" !%+-./:?Ё×−"), capitals(),
	)
	digits = sorted(span('0', '9'), []rune(" %+-/:=×−"))
)

// neighbours holds the Cyrillic letters of Tatar, Bashkir, Kazakh, Chuvash, Sakha, Komi, Udmurt,
// Mari, Ossetic, Khakas, Altai, Tuvan, Buryat, Kalmyk, the languages of the Caucasus and of the
// North, and of Kyrgyz, Tajik, Uzbek and Azerbaijani, besides those of Russian and Ukrainian.
const neighbours = "ҐґҒғҔҕҖҗҘҙҚқҜҝҠҡҢңҤҥҪҫҮүҰұҲҳҶҷҸҹҺһҊҋҌҍҎҏ" +
	"ӀӃӄӅӆӇӈӉӊӋӌӍӎӏӐӑӒӓӔӕӖӗӘәӚӛӜӝӞӟӢӣӤӥӦӧӨөӪӫӬӭӮӯӰӱӲӳӴӵӶӷӸӹӼӽӾӿԒԓ"

// capitals returns the capital letters of text, which Tiny draws without their signs.
func capitals() (all []rune) {
	for _, r := range text {
		if unicode.IsUpper(r) {
			all = append(all, r)
		}
	}
	return all
}

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
