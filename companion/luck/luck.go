// Package luck is sealed randomness that the players can check afterwards.
//
// The device draws a [Secret] of 32 random bytes. The seal ([Secret.Seal]), which is the SHA-256 of
// the secret, is public before anybody stirs. To stir is to enter a line of text. The lines that
// people enter are mixed into the secret S and give the [Key] K:
//
//	T = hex SHA-256(each line and a line feed)
//	K = HMAC-SHA-256(S, "companion-luck-1\n" T "\n")
//
// A stream is a sequence of outcomes of the same kind. Its name is the first word of the notation
// of its outcomes. Outcome n of a stream, counted from 1 on the line of play that was not undone,
// derives from the choices of its question, in the order of games.State.Legal, and from the sum W
// of their weights:
//
//	x = first 8 bytes, big-endian, of HMAC-SHA-256(K, "stream/n/i"), for i = 0, 1, …
//	    until x < 2^64 - (2^64 mod W)
//	r = x mod W
//	outcome = first choice at which the running sum of the weights exceeds r
//
// [Key.Number] returns r, and [Pick] returns the outcome. An outcome depends on nothing else: no
// clock, no generator, no order of other streams. So neither the device nor the players can influence
// an outcome: the secret was fixed before people stirred, and the lines were fixed before the first
// outcome. Only a person who reads the secret from the memory card and then stirs could influence the
// outcomes. Once the secret is published, anybody can repeat the computation by hand: see
// companion-proofs(7), and "companion verify -steps", which prints the lines for a shell.
package luck

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
)

// Secret is the randomness under a seal: 32 bytes of crypto/rand.
type Secret [32]byte

// ParseSecret parses the 64 hexadecimal digits of a secret that String returns.
func ParseSecret(digits string) (Secret, error) {
	var s Secret
	if len(digits) != 2*len(s) {
		return Secret{}, fmt.Errorf("luck: a secret has %d hexadecimal digits, not %d", 2*len(s), len(digits))
	}
	if _, err := hex.Decode(s[:], []byte(digits)); err != nil {
		return Secret{}, fmt.Errorf("luck: secret: %w", err)
	}
	return s, nil
}

// String returns the secret as 64 hexadecimal digits.
func (s Secret) String() string { return hex.EncodeToString(s[:]) }

// IsZero reports whether s is the zero Secret, which stands for no secret.
func (s Secret) IsZero() bool { return s == Secret{} }

// Seal returns the SHA-256 of the secret as 64 hexadecimal digits.
func (s Secret) Seal() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// Key is the key from which every outcome under one seal is derived.
type Key [32]byte

// Key returns the key of the secret and of the lines that people entered, in their order.
func (s Secret) Key(stirrings []string) Key {
	stirred := sha256.New()
	for _, line := range stirrings {
		stirred.Write([]byte(line + "\n"))
	}
	mac := hmac.New(sha256.New, s[:])
	fmt.Fprintf(mac, "companion-luck-1\n%x\n", stirred.Sum(nil))
	return Key(mac.Sum(nil))
}

// String returns the key as 64 hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Number returns number n of the stream. It is uniformly distributed from 0 to w-1. w must be at
// least 1.
func (k Key) Number(stream string, n int, w uint64) uint64 {
	return uniform(w, k.words(stream, n))
}

// Tries returns the words from which Number derives its number, in the order of i. The last one is
// the first below the limit.
func (k Key) Tries(stream string, n int, w uint64) (tries []uint64) {
	word := k.words(stream, n)
	uniform(w, func() uint64 {
		tries = append(tries, word())
		return tries[len(tries)-1]
	})
	return tries
}

// words returns a function that returns the first 8 bytes, big-endian, of the HMAC of stream/n/i
// for i = 0, 1, …
func (k Key) words(stream string, n int) func() uint64 {
	prefix := stream + "/" + strconv.Itoa(n) + "/"
	mac := hmac.New(sha256.New, k[:])
	i := 0
	return func() uint64 {
		mac.Reset()
		mac.Write([]byte(prefix + strconv.Itoa(i)))
		i++
		return binary.BigEndian.Uint64(mac.Sum(nil))
	}
}

// uniform returns a uniformly distributed number below w. It draws words until one is below the
// largest multiple of w that 64 bits hold, because only below it all remainders are equally likely.
func uniform(w uint64, word func() uint64) uint64 {
	over := -w % w // 2⁶⁴ mod w
	for {
		if x := word(); x <= math.MaxUint64-over {
			return x % w
		}
	}
}
