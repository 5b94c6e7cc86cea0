package pgtest_test

import (
	"context"
	"database/sql"
	"testing"

	"tabletop/cmd/league/internal/pgtest"
)

func TestWhatWasCommittedIsThereAfterAKill(t *testing.T) {
	t.Parallel()
	cluster := pgtest.Start(t)
	db, err := sql.Open("pgx", cluster.Database("some"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.Exec(`CREATE TABLE t (n BIGINT); INSERT INTO t VALUES (7)`); err != nil {
		t.Fatal(err)
	}
	cluster.Kill()
	if err := db.PingContext(context.Background()); err == nil {
		t.Error("it answers though it was killed")
	}
	cluster.Run()
	var n int
	if err := db.QueryRow(`SELECT n FROM t`).Scan(&n); err != nil || n != 7 {
		t.Errorf("%d, %v", n, err)
	}
}

func TestSchemasOfOneClusterAreApart(t *testing.T) {
	t.Parallel()
	cluster := pgtest.Start(t)
	for n, name := range []string{"one", "two"} {
		db, err := sql.Open("pgx", cluster.Schema(name))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		if _, err := db.Exec(`CREATE TABLE t (n BIGINT)`); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(`INSERT INTO t VALUES ($1)`, n); err != nil {
			t.Fatal(err)
		}
		var is int
		if err := db.QueryRow(`SELECT sum(n) FROM t`).Scan(&is); err != nil || is != n {
			t.Errorf("schema %s: %d, %v, want %d", name, is, err, n)
		}
	}
}
