// Package door admits guests: it checks tokens and codes, and lists the admitted guests.
//
// A phone presents the token (QR code) or the code (six digits) on the panel and receives a
// session cookie. Only the hash of the cookie is stored. A program uses a key, which is such a
// cookie itself; a person at the box writes it down.
//
//	Lock     the token, code or key on the panel, made of random bytes for a [Wish]; it
//	         ends with its page, with a dark panel, and with the guest it has admitted
//	Guests   the admitted guests and their roles
//
// Tokens can't be guessed and are never delayed. Wrong codes delay codes only: ten a minute,
// counted over all guests. The fifth wrong try ends a code. Lock and Guests are values: a
// method returns the next one.
package door
