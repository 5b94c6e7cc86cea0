// Package door knows who may come in: which key fits just now, and which guests have come.
//
// A phone brings the key that is in sight, a token in a QR code or six digits, and gets a
// cookie, of which only the hash is kept. A program's key is that cookie itself: who sits
// at the box writes it down.
//
//	Lock     the key in sight, made of fresh random bytes for a [Wish]; it dies with its
//	         page, with a dark panel and with the phone that came in by it
//	Guests   who was let in, and what each may do
//
// Tokens can't be guessed and never wait; wrong codes slow codes only, ten a minute of all
// who try together, and the fifth ends the code in sight. Both types are values: a method
// returns the next one.
package door
