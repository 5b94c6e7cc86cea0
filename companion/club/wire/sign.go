package wire

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
)

// Names of the MQTT user properties of a signed message.
const (
	KeyProperty = "key"
	SigProperty = "sig"
)

// ErrSignature is the error for a missing or wrong signature, and for a message signed by another
// sender than its topic names.
var ErrSignature = errors.New("wire: wrong signature")

// Signed holds the user properties of a signed message: public key and signature, in base64.
type Signed struct{ Key, Sig string }

// Sign signs a message that is published to topic.
func Sign(key ed25519.PrivateKey, topic string, payload []byte) Signed {
	public := key.Public().(ed25519.PublicKey)
	return Signed{
		Key: base64.StdEncoding.EncodeToString(public),
		Sig: base64.StdEncoding.EncodeToString(ed25519.Sign(key, covered(topic, payload))),
	}
}

// Check returns the public key that has signed the message for topic. It returns ErrSignature if
// the key or the signature is invalid.
func (s Signed) Check(topic string, payload []byte) (ed25519.PublicKey, error) {
	key, err := base64.StdEncoding.DecodeString(s.Key)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, ErrSignature
	}
	sig, err := base64.StdEncoding.DecodeString(s.Sig)
	if err != nil || !ed25519.Verify(key, covered(topic, payload), sig) {
		return nil, ErrSignature
	}
	return key, nil
}

// Box returns the id of the box that has signed the message for topic. It returns ErrSignature if
// the topic belongs to another box or the signature is wrong.
func (s Signed) Box(topic string, payload []byte) (string, error) {
	key, err := s.Check(topic, payload)
	if err != nil {
		return "", err
	}
	if box, _, ok := Split(topic); ok && box == IDOf(key) {
		return box, nil
	}
	return "", ErrSignature
}

// covered returns the bytes that a signature covers.
func covered(topic string, payload []byte) []byte {
	return append([]byte("companion-club-1\n"+topic+"\n"), payload...)
}
