package postgres_test

import (
	"context"
	"errors"
	"log"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/store/postgres"
	"github.com/mailsim/mailsim/universe"
)

func ExampleOpen() {
	ctx := context.Background()
	pool, err := postgres.Connect(ctx, "postgres://mailsim@db1,db2/mailsim")
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	if err := postgres.Migrate(ctx, pool); err != nil {
		log.Fatal(err)
	}
	s, err := postgres.Open(ctx, pool, "demo", postgres.Options{Owner: "10.0.0.7:8025"})
	var other *postgres.Owned
	if errors.As(err, &other) {
		log.Fatalf("ask %s", other.Owner)
	}
	if err != nil {
		log.Fatal(err)
	}
	u, err := universe.Open(ctx, s, mailsim.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer u.Close()
}
