// Package verify holds the sources of verify.html, a page that checks a saved record without the
// companion. A browser opens it from a file, without a network.
//
// The page does what match.Verify does, by code of its own: SHA-256 and HMAC, the line of play, and
// the outcomes of chance in each game with their weights. It follows decisions and doesn't judge
// whether they are legal. It can't compute the weights of games in files. The tests compare its
// verdicts with those of match.Verify.
//
// verify.html is assembled from the scripts, the style and the texts in this folder:
//
//	go generate ./cmd/companion/verify
package verify

//go:generate go run ./assemble
