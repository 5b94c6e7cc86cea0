package web

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"hash"
	"maps"
	"slices"

	"tabletop/games"
)

// versions maps names of games that are not in files to the versions of their pictures.
type versions map[string]string

func versionsOf(all games.Catalogue) versions {
	found := versions{}
	for _, r := range all.Games {
		if games.Program(r) == "" {
			found[r.Name()] = versionOf(r)
		}
	}
	return found
}

// of returns the version of the pictures of a game.
func (v versions) of(r games.Rules) string {
	if known := v[r.Name()]; known != "" && games.Program(r) == "" {
		return known
	}
	return versionOf(r)
}

// versionOf returns a hash of the assets of a game. A page asks for the game's pictures with it, and
// browsers keep the answer for good.
func versionOf(r games.Rules) string {
	h, assets := sha256.New(), r.Assets()
	for _, name := range slices.Sorted(maps.Keys(assets)) {
		fmt.Fprintf(h, "%s %d\n%s", name, len(assets[name]), assets[name])
	}
	return shortHash(h)
}

// shortHash returns a hash that is short and fit for an address.
func shortHash(h hash.Hash) string {
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:9])
}

// asksFor reports whether the client asks for a version by name.
func (c *call) asksFor(version string) bool { return c.r.URL.Query().Get("v") == version }
