// Package door admits guests: it checks tokens and codes, and lists the admitted guests.
//
// A phone presents the token (QR code) or the code (six digits) on the panel and receives a session
// cookie. Only the hash of the cookie is stored. A program uses a key from the panel in place of a
// cookie. A person at the box copies the key into the program.
//
//	Lock        the token, code or key on the panel, made of random bytes for a [Wish]. It becomes
//	            invalid when its page is left, when the panel goes dark, or when it has admitted a
//	            guest
//	Invitation  the hash of the token, by which a server recognizes the token without knowing it
//	Guests      the admitted guests and their roles
//
// Tokens can't be guessed and are never delayed. After ten wrong codes in a minute, counted over
// all clients, further codes must wait. The fifth wrong try makes a code invalid. Lock and Guests
// are values: a method returns the next one.
package door
