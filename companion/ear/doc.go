// Package ear turns the text of the panel into speech, in Russian and English, for people who can't
// see the panel.
//
//	Screen   the full text of the panel: nothing is cut, and pictures have names
//	Spoken   a text as it is seen → the same text as a person reads it aloud
//	Next     the Screen before and the Screen now → a text to speak and a sound to play
//	Whole    everything on a Screen
//
// Spoken text has letters, blanks, the marks ". , ? !", and hyphens and apostrophes within words. It
// has no digit, no sign and no pictogram. Russian numerals agree with the noun behind them and with
// the preposition before them: "21 очко" is «двадцать одно очко», "до 10" is «до десяти». Where the
// grammar can't be known, a numeral is masculine nominative.
//
// The package has no clock and no state. All words come from the catalogues of package words.
package ear
