package cardtest

import (
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	_ "modernc.org/sqlite"
)

// DumpDatabase returns the contents of an SQLite database as text: the name of each table, then
// a line for each row with a tab before each cell. Blobs are in hexadecimal. DumpDatabase
// returns an error if the database fails SQLite's integrity check.
func DumpDatabase(path string) (string, error) {
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	if err != nil {
		return "", err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	verdict, err := rows(db, "PRAGMA integrity_check")
	if err == nil && verdict != "\tok\n" {
		err = errors.New(verdict)
	}
	names := "\tsqlite_schema\n"
	if err == nil {
		var tables string
		tables, err = rows(db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
		names += tables
	}
	var all strings.Builder
	for name := range strings.FieldsSeq(names) {
		if err == nil {
			var found string
			found, err = rows(db, `SELECT * FROM "`+name+`"`)
			all.WriteString(name + "\n" + found)
		}
	}
	return all.String(), err
}

// rows returns the rows of a query as text, one line per row, with a tab before each cell.
func rows(db *sql.DB, query string) (string, error) {
	found, err := db.Query(query)
	if err != nil {
		return "", err
	}
	defer found.Close()
	columns, err := found.Columns()
	if err != nil {
		return "", err
	}
	row, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range row {
		into[i] = &row[i]
	}
	var b strings.Builder
	for found.Next() {
		if err := found.Scan(into...); err != nil {
			return "", err
		}
		for _, cell := range row {
			b.WriteByte('\t')
			switch cell := cell.(type) {
			case nil:
			case []byte:
				b.WriteString(hex.EncodeToString(cell))
			default:
				fmt.Fprint(&b, cell)
			}
		}
		b.WriteByte('\n')
	}
	return b.String(), found.Err()
}
