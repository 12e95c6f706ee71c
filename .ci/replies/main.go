// Command replies runs a reply parser written in Go over the replies that
// make.mjs wrote, and checks that it finds the new text in each: go run .
// FILE.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/dimiro1/reply"
)

func main() {
	b, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var replies []struct{ Who, Signature, Body, Want string }
	if err := json.Unmarshal(b, &replies); err != nil {
		log.Fatal(err)
	}
	wrong := 0
	for _, r := range replies {
		got, want := bare(reply.FromText(r.Body)), bare(r.Want)
		// A signature without a ruler is text to it, and so is the phone's line.
		if got != want && got != bare(want+" "+r.Signature) && got != want+" Sent from my iPhone" {
			if wrong++; wrong <= 10 {
				fmt.Printf("%s\n  want %q\n  got  %q\n", r.Who, want, got)
			}
		}
	}
	fmt.Printf("reply: %d of %d read exactly\n", len(replies)-wrong, len(replies))
	if wrong > 0 || len(replies) == 0 {
		os.Exit(1)
	}
}

func bare(s string) string { return strings.Join(strings.Fields(s), " ") }
