// Command sign signs packages of the companion, in place:
//
//	MINISIGN_PASSWORD=… go run ./cmd/internal/release/sign [-listed KEYS] KEYFILE PACKAGE...
//
// For a file whose name doesn't end in ".deb" it writes the signature to FILE.minisig.
//
// KEYFILE is a secret key of minisign. MINISIGN_PASSWORD is its password; a key without one needs
// none. With -listed the command fails, before it signs, if the list KEYS doesn't hold the public
// half of the key or withdraws it. Without a package it only checks that.
//
//	go run ./cmd/internal/release/sign -verify KEYS PACKAGE...
//
// verifies packages as a box does, and prints their versions.
//
//	go run ./cmd/internal/release/sign -new KEYFILE
//
// makes a key, as minisign -G does, and prints the line for the list of keys. Without
// MINISIGN_PASSWORD the key has no password: for tests only.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"aead.dev/minisign"

	"tabletop/cmd/internal/release"
)

func main() {
	if err := run(os.Args[1:], os.Getenv("MINISIGN_PASSWORD"), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sign:", err)
		os.Exit(1)
	}
}

func run(args []string, password string, out io.Writer) error {
	set := flag.NewFlagSet("sign", flag.ContinueOnError)
	listed := set.String("listed", "", "file of the `list` of keys that must hold this one")
	fresh := set.Bool("new", false, "make a key")
	trusted := set.String("verify", "", "verify by this `list` of keys")
	if err := set.Parse(args); err != nil {
		return err
	}
	switch operands := set.NArg(); {
	case *fresh && operands == 1:
		return newKey(set.Arg(0), password, out)
	case *trusted != "" && operands > 0:
		return verify(*trusted, set.Args(), out)
	case *fresh || operands == 0 || operands == 1 && *listed == "":
		return fmt.Errorf("want [-listed KEYS] KEYFILE PACKAGE..., -verify KEYS PACKAGE... or -new KEYFILE")
	}
	key, err := readKey(set.Arg(0), password)
	if err == nil && *listed != "" {
		err = check(*listed, key)
	}
	if err != nil {
		return err
	}
	return sign(key, set.Args()[1:], out)
}

func sign(key minisign.PrivateKey, packages []string, out io.Writer) error {
	for _, name := range packages {
		if filepath.Ext(name) != ".deb" {
			if err := release.SignApart(name, key); err != nil {
				return err
			}
			fmt.Fprintf(out, "%s.minisig: key %016X\n", name, key.ID())
			continue
		}
		p, err := release.Sign(name, key)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(out, "%s: companion %s %s, key %016X\n", name, p.Version, p.Architecture, key.ID())
	}
	return nil
}

func verify(list string, packages []string, out io.Writer) error {
	keys, err := release.ReadKeys(list)
	if err != nil {
		return err
	}
	for _, name := range packages {
		p, err := release.VerifyFile(name, keys)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(out, "%s: companion %s %s\n", name, p.Version, p.Architecture)
	}
	return nil
}

// newKey makes a key, which only the owner of its file can read, and prints its public half.
func newKey(file, password string, out io.Writer) error {
	public, secret, err := minisign.GenerateKey(nil)
	if err != nil {
		return err
	}
	text, err := secret.MarshalText()
	if err == nil && password != "" {
		text, err = minisign.EncryptKey(password, secret)
	}
	if err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err := f.Write(append(text, '\n')); err != nil {
		f.Close()
		return err
	}
	fmt.Fprintf(out, "%s  # %016X\n", public, public.ID())
	return f.Close()
}

// readKey reads a secret key, with or without a password.
func readKey(file, password string) (key minisign.PrivateKey, err error) {
	text, err := os.ReadFile(file)
	switch {
	case err != nil:
	case !minisign.IsEncrypted(text):
		err = key.UnmarshalText(text)
	case password == "":
		err = fmt.Errorf("the key has a password: set MINISIGN_PASSWORD")
	default:
		key, err = minisign.DecryptKey(password, text)
	}
	if err != nil {
		err = fmt.Errorf("the key %s: %w", file, err)
	}
	return key, err
}

// check returns an error if a list of keys doesn't accept signatures by a key.
func check(list string, key minisign.PrivateKey) error {
	keys, err := release.ReadKeys(list)
	if err != nil {
		return err
	}
	switch err := keys.Accepts(key.Public().(minisign.PublicKey)); {
	case errors.Is(err, release.ErrWithdrawn):
		return fmt.Errorf("%s: the list withdraws the key %016X", list, key.ID())
	case err != nil:
		return fmt.Errorf("%s: the list doesn't hold the key %s", list, key.Public())
	}
	return nil
}
