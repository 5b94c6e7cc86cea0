package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strconv"

	"github.com/BurntSushi/toml"

	"tabletop/cmd/internal/config"
	"tabletop/companion/words"
)

// ReadConfig reads a config in the same way as the daemon. An error has a text in the language of
// w. After any error, even for a missing file, the config is the default.
func ReadConfig(file string, w *words.Catalogue) (config.Config, error) {
	c, err := config.Read(file, w)
	if err != nil {
		return config.Default(), err
	}
	return c, nil
}

// configured checks the file companion.toml.
func configured(s *System) []Finding {
	syntax := toml.ParseError{}
	switch err := s.ConfigErr; {
	case err == nil:
		return found(s.find("config", OK, "", "doctor.config", s.File))
	case errors.Is(err, fs.ErrNotExist):
		return found(s.find("config", OK, "", "doctor.config.none", s.File))
	case errors.Is(err, fs.ErrPermission):
		return found(s.find("config", Bad, "sudo chmod a+r "+quoted(s.File), "doctor.config.denied", s.File))
	case errors.As(err, &syntax):
		return found(s.find("config", Bad, s.edit(syntax.Position.Line), "doctor.config.syntax", s.File, strconv.Itoa(syntax.Position.Line), syntax.Message))
	default:
		return found(Finding{"config", Bad, err.Error(), s.edit(0)})
	}
}

// edit returns the shell line that opens the config in an editor at line number at. If at is 0, the
// shell line contains no line number.
func (s *System) edit(at int) string {
	editor := "nano "
	if at > 0 {
		editor = fmt.Sprintf("nano +%d ", at)
	}
	return s.sudo(s.File) + editor + quoted(s.File)
}

// set returns the shell line that sets keys in a table of the config. It works whether or not the
// file has the table and the keys. pairs holds a key, its TOML value, the next key, and so on. If
// sed cannot change the file, set returns the shell line that opens an editor.
func (s *System) set(table string, pairs ...string) string {
	text := s.read(s.File)
	var has map[string]any
	_, _ = toml.Decode(text, &has) // configured reports the error
	keys, _ := has[table].(map[string]any)
	head := tableHead(table).FindStringIndex(text)
	switch {
	case head == nil && has[table] != nil:
		return s.edit(0)
	case head == nil:
		return s.appended(table, pairs)
	}
	line := s.sudo(s.File) + "sed -i"
	for i := 0; i < len(pairs); i += 2 {
		key, value := pairs[i], pairs[i+1]
		switch {
		case keyLine(key).MatchString(section(text[head[1]:])):
			line += fmt.Sprintf(` -e '/^%[1]s*\[%[2]s\]/,/^%[1]s*\[/s|^%[1]s*%[3]s%[1]s*=[^#]*|%[3]s = %[4]s |'`, blank, table, key, value)
		case keys[key] != nil:
			return s.edit(0)
		default:
			line += fmt.Sprintf(` -e '/^%s*\[%s\]/a %s = %s'`, blank, table, key, value)
		}
	}
	return line + " " + quoted(s.File)
}

// appended returns the shell line of the method set for a config without that table, or for a
// missing config.
func (s *System) appended(table string, pairs []string) string {
	text, sudo, folder := `\n[`+table+`]\n`, s.sudo(s.File), path.Dir(s.File)
	for i := 0; i < len(pairs); i += 2 {
		text += pairs[i] + " = " + pairs[i+1] + `\n`
	}
	line := "printf '" + text + "' | " + sudo + "tee -a " + quoted(s.File)
	if !s.exists(folder) {
		line = sudo + "install -d " + quoted(folder) + " && " + line
	}
	return line
}

// blank matches a blank character, in regular expressions of Go and of sed.
const blank = "[[:blank:]]"

func tableHead(table string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^` + blank + `*\[` + table + `\]`)
}

func keyLine(key string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^` + blank + `*` + key + blank + `*=`)
}

var anyHead = regexp.MustCompile(`(?m)^` + blank + `*\[`)

// section returns the part of a config before the head of the next table.
func section(text string) string {
	if next := anyHead.FindStringIndex(text); next != nil {
		return text[:next[0]]
	}
	return text
}
