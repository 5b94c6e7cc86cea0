package script_test

import "testing"

// TestAGameInAFileHasThePicturesOfItsCover compares what the page draws on covers.
func TestAGameInAFileHasThePicturesOfItsCover(t *testing.T) {
	const glyphs = "    glyphs = \"\"\"\nglyph red #ff0000\n#.\n\nglyph dark\n..\n\nglyph ruby\n#.\n\nglyph blue B\n.#\n\nglyph green\n##\n\nglyph white\n#\n\"\"\",\n"
	const pictures = "    pictures = \"\"\"\npicture other\n##\n\npicture cover\n.#.\n\"\"\",\n"
	const own = "    cover = \"\"\"\n##.\n.##\n\"\"\",\n"
	for _, tt := range []struct{ name, fields, want string }{
		{"no pictures", "", ""},
		{"glyphs", glyphs, "picture glyph/1\n#.\n\npicture glyph/2\n.#\n\npicture glyph/3\n##\n"},
		{"a picture", glyphs + pictures, "picture cover\n.#.\n"},
		{"a cover", glyphs + pictures + own, "picture cover\n##.\n.##\n"},
		{"only a cover", own, "picture cover\n##.\n.##\n"},
	} {
		whole := compiled(t, "trial", trial("    new = new,\n", "    new = new,\n"+tt.fields))
		tracker := compiled(t, "trial", "table(\n    title = {\"ru\": \"А\", \"en\": \"A\"},\n    about = {\"ru\": \"А\", \"en\": \"A\"},\n"+tt.fields+")\n")
		if got := whole.Assets()["cover"]; got != tt.want {
			t.Errorf("rules with %s: got %q, want %q", tt.name, got, tt.want)
		}
		if got := tracker.Assets()["cover"]; got != tt.want {
			t.Errorf("table with %s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
