package systemd_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/script"
	"tabletop/games/table"
	shipped "tabletop/systemd/games"
)

// gamesPages are the manual of games in files, in both languages.
var gamesPages = []string{"man/companion-games.5", "man/ru/companion-games.5"}

// examples are what a page shows between .EX and .EE, as it is read.
func examples(t *testing.T, file string) (all []string) {
	for _, m := range regexp.MustCompile(`(?s)\.EX\n(.*?)\.EE\n`).FindAllStringSubmatch(read(t, file), -1) {
		all = append(all, plain(m[1]))
	}
	return all
}

// programsOf are the examples of a page that are games, by the names in their first lines. A game
// that is written in steps has their numbers after its name: "tricks.star 2" is tricks2.
func programsOf(t *testing.T, file string) map[string]string {
	all := map[string]string{}
	for _, example := range examples(t, file) {
		if m := regexp.MustCompile(`^# (\w+)\.star(?: (\d))?\n`).FindStringSubmatch(example); m != nil {
			all[m[1]+m[2]] = example
		}
	}
	return all
}

// inWords are the places of a program with texts in the language of its readers.
var inWords = regexp.MustCompile(`((?:title|about) = |topic\("\w+", )"[^"]*"|(\w+\.[\w.]+ = )[^"\n]*`)

func TestTheExamplesOfTheManualAreGames(t *testing.T) {
	plain := map[string]string{}
	for _, file := range gamesPages {
		by := map[string]bool{}
		for name, program := range programsOf(t, file) {
			t.Run(filepath.Base(filepath.Dir(file))+" "+name, func(t *testing.T) {
				t.Parallel()
				plays(t, strings.TrimRight(name, "12345"), program)
			})
			without := inWords.ReplaceAllString(program, "$1$2")
			if other, has := plain[name]; has && other != without {
				t.Errorf("the pages show different games:\n%s\n%s", other, without)
			}
			plain[name] = without
			by[regexp.MustCompile(`(?m)^(table|rules)\($`).FindString(program)] = true
		}
		if len(by) != 2 || by[""] {
			t.Errorf("%s shows games by %v, want one of each way", file, by)
		}
	}
}

// tables are those of a page: of each its rows, of these their columns.
func tables(t *testing.T, file string) (all [][][]string) {
	text := cell.ReplaceAllStringFunc(read(t, file), func(c string) string {
		return strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(c, "T{\n"), "\nT}"), "\n", " ")
	})
	for _, m := range regexp.MustCompile(`(?s)\.TS\n[^\n]*\n(.*?)\.TE\n`).FindAllStringSubmatch(text, -1) {
		var rows [][]string
		for row := range strings.Lines(m[1]) {
			rows = append(rows, strings.Split(strings.TrimSuffix(row, "\n"), "\t"))
		}
		all = append(all, rows)
	}
	return all
}

// cell is one of several lines.
var cell = regexp.MustCompile(`(?s)T\{\n.*?\nT\}`)

// The tables of the page, in their order.
const (
	ofTimes = iota
	ofVerbs
	ofArguments
	ofParts
	ofTypes
	ofOrders
	ofNext
	ofFunctions
	ofPositions
	ofStumbles
	ofRules
	ofNames
	ofBounds
	ofThirty
)

var bold = regexp.MustCompile(`\\fB([A-Za-z_]+)\\fP`)

// namesIn are the words in bold, sorted, each once.
func namesIn(text string) (all []string) {
	for _, m := range bold.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return each(all)
}

func each(names []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(names)))
}

// firstColumn are the names that a table is about.
func firstColumn(rows [][]string) (all []string) {
	for _, row := range rows {
		all = append(all, namesIn(row[0])...)
	}
	return each(all)
}

// keysIn are the texts that a file of Go has in the value of a variable, or in a function:
// keys of maps, or elements of a list.
func keysIn(t *testing.T, file, name string) (all []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			if n.Names[0].Name == name {
				all = append(all, textsOf(n.Values[0].(*ast.CompositeLit))...)
				return false
			}
			for i, id := range n.Names {
				if id.Name == name {
					all = append(all, textsOf(n.Values[i].(*ast.CompositeLit))...)
				}
			}
			return false
		case *ast.FuncDecl:
			if n.Name.Name != name {
				return false
			}
		case *ast.CompositeLit:
			all = append(all, textsOf(n)...)
		case *ast.GenDecl:
			return n.Tok == token.VAR
		}
		return true
	})
	if len(all) == 0 {
		t.Fatalf("%s has no texts in %s", file, name)
	}
	return each(all)
}

// textsOf are the texts that stand in a literal, as its keys or as its elements.
func textsOf(l *ast.CompositeLit) (all []string) {
	for _, e := range l.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Key
		}
		if text, ok := e.(*ast.BasicLit); ok && text.Kind == token.STRING {
			s, _ := strconv.Unquote(text.Value) // the parser has read it
			all = append(all, s)
		}
	}
	return all
}

// fields are those of a type by the names that a file calls them: "zero_sum" is ZeroSum.
func fields(of reflect.Type) (all []string) {
	for f := range fieldsOf(of) {
		all = append(all, f)
	}
	return each(all)
}

func fieldsOf(of reflect.Type) map[string]bool {
	all := map[string]bool{}
	for i := range of.NumField() {
		f := of.Field(i)
		if f.Type == reflect.TypeFor[table.Ends]() {
			for name := range fieldsOf(f.Type) {
				all[name] = true
			}
			continue
		}
		name := map[string]string{"From": "least", "To": "most"}[f.Name]
		if name == "" {
			name = small(f.Name)
		}
		all[name] = true
	}
	return all
}

func small(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

const scripts = "../games/script"

// want fails unless a page has just these names somewhere.
func want(t *testing.T, file, what string, got, names []string) {
	t.Helper()
	if got, names = each(got), each(names); !slices.Equal(got, names) {
		t.Errorf("%s: %s are\n%v, it tells about\n%v", file, what, names, got)
	}
}

func TestTheManualTellsAboutEverythingThatAFileCanSay(t *testing.T) {
	inTable := filepath.Join(scripts, "table.go")
	hooks := keysIn(t, inTable, "tableHooks")
	arguments := append(keysIn(t, inTable, "tableParameters"), fields(reflect.TypeFor[table.Def]())...)
	arguments = slices.DeleteFunc(arguments, func(name string) bool { // said otherwise, or not at all
		return slices.Contains([]string{"name", "art", "with", "hooks", "edition", "explained", "next_by"}, name)
	})
	inRules := filepath.Join(scripts, "rules.go")
	rules := append(keysIn(t, inRules, "plainParameters"), keysIn(t, inRules, "hookParameters")...)
	environment := append(keysIn(t, filepath.Join(scripts, "universe.go"), "environment"), keysIn(t, filepath.Join(scripts, "universe.go"), "copying")...)
	for _, file := range gamesPages {
		all := tables(t, file)
		if len(all) != ofThirty+1 {
			t.Fatalf("%s has %d tables", file, len(all))
		}
		want(t, file, "the arguments of table", firstColumn(all[ofArguments]), arguments)
		want(t, file, "the functions of table", firstColumn(all[ofFunctions]), hooks)
		want(t, file, "what these ask for", firstColumn(all[ofPositions]), append(keysIn(t, inTable, "positionNames"), "seats", "options"))
		want(t, file, "the arguments of rules", firstColumn(all[ofRules]), rules)
		want(t, file, "the names a file can use", firstColumn(all[ofNames]), environment)
	}
}

func TestTheManualTellsAboutEveryPartOfATable(t *testing.T) {
	parts := map[string]reflect.Type{
		"phase": reflect.TypeFor[table.Phase](), "role": reflect.TypeFor[table.Role](), "line": reflect.TypeFor[table.Line](),
		"cup": reflect.TypeFor[table.Cup](), "ties": reflect.TypeFor[table.Ties](), "limits": reflect.TypeFor[table.Limits](),
		"counter": reflect.TypeFor[table.Counter](), "by": reflect.TypeFor[table.Key](),
	}
	for _, file := range gamesPages {
		rows := tables(t, file)[ofParts]
		if len(rows) != len(parts) {
			t.Errorf("%s tells about %d parts", file, len(rows))
		}
		for _, row := range rows {
			name := namesIn(row[0])[0]
			want(t, file, "the parts of "+name, namesIn(row[1]), fields(parts[name]))
		}
	}
}

// kindOf is the row of the table of types for a field, -1 for none.
func kindOf(f reflect.Type) int {
	switch {
	case f == reflect.TypeFor[table.Bound](), f.Kind() == reflect.Int:
		return 0
	case f.Kind() == reflect.Bool:
		return 1
	case f.Kind() == reflect.String:
		return 2
	case f.Kind() == reflect.Slice:
		return 3
	case f.Kind() == reflect.Struct && f != reflect.TypeFor[table.Hooks]() && f != reflect.TypeFor[table.Ends]():
		return 4
	}
	return -1
}

// typedFields are the arguments of a call by the rows of the table of types, as "line least".
func typedFields(call string, of reflect.Type) (all [5][]string) {
	for i := range of.NumField() {
		f := of.Field(i)
		if f.Type == reflect.TypeFor[table.Ends]() {
			for row, names := range typedFields(call, f.Type) {
				all[row] = append(all[row], names...)
			}
		}
		name := map[string]string{"From": "least", "To": "most"}[f.Name]
		if name == "" {
			name = small(f.Name)
		}
		known := !slices.Contains([]string{"name", "glyphs", "pictures", "art", "options", "edition", "explained", "next", "next_by"}, name) || call != "table"
		if row := kindOf(f.Type); row >= 0 && known {
			all[row] = append(all[row], call+" "+name)
		}
	}
	return all
}

func TestTheManualTellsTheTypesOfArguments(t *testing.T) {
	var wants [5][]string
	for call, of := range map[string]reflect.Type{
		"table": reflect.TypeFor[table.Def](), "phase": reflect.TypeFor[table.Phase](), "role": reflect.TypeFor[table.Role](), "line": reflect.TypeFor[table.Line](),
		"cup": reflect.TypeFor[table.Cup](), "ties": reflect.TypeFor[table.Ties](), "limits": reflect.TypeFor[table.Limits](),
		"counter": reflect.TypeFor[table.Counter](), "by": reflect.TypeFor[table.Key](),
	} {
		for row, names := range typedFields(call, of) {
			wants[row] = append(wants[row], names...)
		}
	}
	wants[0], wants[1] = append(wants[0], "rules begins"), append(wants[1], "rules together")
	for _, file := range gamesPages {
		rows := tables(t, file)[ofTypes]
		if len(rows) != len(wants)+1 {
			t.Fatalf("%s has %d types", file, len(rows))
		}
		for i, row := range rows[:len(wants)] {
			var got []string
			for part := range strings.SplitSeq(row[1], ";") {
				call, names, _ := strings.Cut(strings.TrimSpace(part), ": ")
				for _, name := range namesIn(names) {
					got = append(got, call+" "+name)
				}
			}
			want(t, file, "arguments of the type "+row[0], got, wants[i])
		}
	}
}

// values are the texts of the constants of a type in games/table.
func values(t *testing.T, of string) (all []string) {
	declared := regexp.MustCompile(`(?m)^\t\w+ +` + of + ` += "(\w*)"`)
	for _, m := range declared.FindAllStringSubmatch(read(t, "../games/table/def.go"), -1) {
		all = append(all, m[1])
	}
	if len(all) == 0 {
		t.Fatalf("no value of %s is found", of)
	}
	return all
}

func TestTheManualTellsAboutEveryValueOfAnArgument(t *testing.T) {
	for _, file := range gamesPages {
		all := tables(t, file)
		want(t, file, "orders", firstColumn(all[ofOrders]), values(t, "Order"))
		next := slices.DeleteFunc(values(t, "First"), func(v string) bool { return v == "" })
		want(t, file, "orders of rounds", firstColumn(all[ofNext]), next)
		times := slices.DeleteFunc(values(t, "When"), func(v string) bool { return v == "" })
		want(t, file, "times of points", firstColumn(all[ofTimes]), times)
		verbs := append(keysIn(t, "../games/table/played.go", "verbs"), "score", "for", "add", "edit", "set", "level", "die")
		want(t, file, "decisions", firstColumn(all[ofVerbs]), verbs)
		for of, argument := range map[string]string{"When": "points", "Call": "call", "Beyond": "beyond"} {
			told := ""
			for _, row := range all[ofArguments] {
				if slices.Equal(namesIn(row[0]), []string{argument}) {
					told = row[1]
				}
			}
			for _, v := range values(t, of) {
				if v != "" && !strings.Contains(told, `"`+v+`"`) {
					t.Errorf("%s doesn't tell about %s = %q", file, argument, v)
				}
			}
		}
	}
}

// amount reads the number of a row of bounds, in bytes where it is of bytes.
func amount(t *testing.T, said string) int64 {
	said = strings.NewReplacer(",", "", `\~`, "", " ", "").Replace(said)
	digits := said[:strings.LastIndexAny(said, "0123456789")+1]
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	switch strings.TrimPrefix(said, digits) {
	case "KiB", "КиБ":
		return n << 10
	case "MiB", "МиБ":
		return n << 20
	}
	return n
}

// number finds one in a file of Go that can't be imported here.
func number(t *testing.T, file, before string) int64 {
	t.Helper()
	m := regexp.MustCompile(regexp.QuoteMeta(before) + `\s*(\d+)`).FindStringSubmatch(read(t, file))
	if m == nil {
		t.Fatalf("%s has no %q", file, before)
	}
	n, _ := strconv.ParseInt(m[1], 10, 64) // digits
	return n
}

func TestTheManualSaysTheBoundsOfFiles(t *testing.T) {
	const evaluator, shelf = "../cmd/internal/evaluator/evaluator.go", "../cmd/internal/gamefiles/gamefiles.go"
	bounds := []int64{
		script.MostProgram, script.LoadSteps, script.Steps, script.MostState, script.MostText, script.MostInt, script.MostDepth,
		script.MostChoices, script.MostCells, script.MostLines, script.MostPiles, script.MostMoments, script.MostOptions,
		script.MostWords, script.MostLetters, script.MostArgument, script.MostSeats,
		table.MostPhases, table.MostLines, table.MostCounters, table.MostAsked, number(t, "../games/table/series.go", "mostMatches ="), table.MostLetters, table.MostCell, table.MostDice, table.MostFaces, table.MostRounds, table.MostNumbers, table.MostPoints, table.MostLast,
		number(t, evaluator, "Memory: ") << 20, number(t, evaluator, "Decision: "), 1, number(t, shelf, "MostFiles ="),
	}
	if !strings.Contains(read(t, evaluator), "Check: time.Second,") {
		t.Error("the random games before a file is offered take another time than a second")
	}
	for _, file := range gamesPages {
		var got []int64
		for _, row := range tables(t, file)[ofBounds] {
			got = append(got, amount(t, row[0]))
		}
		if !slices.Equal(got, bounds) {
			t.Errorf("%s says the bounds\n%v, they are\n%v", file, got, bounds)
		}
	}
}

func TestTheManualSaysHowLongTheThirtyGamesAre(t *testing.T) {
	var want []string
	for _, program := range thirty(t) {
		want = append(want, strconv.Itoa(strings.Count(program, "\n")))
	}
	slices.Sort(want)
	for _, file := range gamesPages {
		rows := tables(t, file)[ofThirty][1:]
		var got []string
		for _, row := range rows {
			title := strings.Trim(strings.NewReplacer(`\fB`, "", `\fP`, "").Replace(plain(row[0])), " ")
			if program := titled(t, title); strconv.Itoa(strings.Count(program, "\n")) != row[1] {
				t.Errorf("%s: %s has %d lines, not %s", file, title, strings.Count(program, "\n"), row[1])
			}
			if n, _ := strconv.Atoi(row[1]); n > 25 || len(row) != 4 {
				t.Errorf("%s: %s has %d lines and %d columns", file, title, n, len(row))
			}
			got = append(got, row[1])
		}
		slices.Sort(got)
		if len(rows) != 30 || !slices.Equal(got, want) {
			t.Errorf("%s tells about %d games of %v lines, the files have %v", file, len(rows), got, want)
		}
	}
}

// titled is the program of the thirty that has a title, "" if none has.
func titled(t *testing.T, title string) string {
	for _, program := range thirty(t) {
		if line, _, _ := strings.Cut(program[strings.Index(program, "title ="):], "\n"); strings.Contains(line, `"`+title+`"`) {
			return program
		}
	}
	return ""
}

// companion-games(7) lists the games that come along: each once, by its title, with its file and
// its seats.
func TestThePagesListEachGameThatComesAlong(t *testing.T) {
	for lang, file := range map[words.Lang]string{words.English: "man/companion-games.7", words.Russian: "man/ru/companion-games.7"} {
		var want []string
		for name, program := range shipped.All() {
			r, err := script.Compile(name, program)
			if err != nil {
				t.Fatal(err)
			}
			w, err := words.For(lang, words.Companion(lang), r)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, strings.Join([]string{w.Word("title"), name, seatsOf(r)}, "\t"))
		}
		var got []string
		for _, row := range tables(t, file)[0][1:] {
			got = append(got, strings.Join(row[:3], "\t"))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s lists\n%s\nwant\n%s", file, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// seatsOf returns the seats of a game as the texts write them: "2–4", or "2".
func seatsOf(r games.Rules) string {
	least, most := r.Seats()
	if least == most {
		return strconv.Itoa(most)
	}
	return fmt.Sprintf("%d–%d", least, most)
}
