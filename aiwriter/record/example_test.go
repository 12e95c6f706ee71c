package record_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/aiwriter/record"
)

// What a writer answered once is played back without it.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "recordings")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	b := mailsim.Brief{Kind: mailsim.BriefReply, Person: mailsim.Persona{Name: "Anna Weber"}, To: "shop@ours.test"}

	live, err := record.Open(record.Options{Dir: dir, Mode: record.Record, Writer: turns{}})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := live.Write(ctx, b); err != nil {
		log.Fatal(err)
	}

	played, err := record.Open(record.Options{Dir: dir})
	if err != nil {
		log.Fatal(err)
	}
	draft, err := played.Write(ctx, b)
	fmt.Println(played.Name()+":", draft.Text, err)
	b.To = "someone@else.test"
	_, err = played.Write(ctx, b)
	fmt.Println("of another brief:", err != nil, len(played.Misses()))
	// Output:
	// turns: shop@ours.test, 0 mails to you and 0 before. <nil>
	// of another brief: true 1
}
