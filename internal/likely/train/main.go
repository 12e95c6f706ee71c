// Command train learns the models of package likely from the labelled sentences of
// package gist, and writes them to package lang. Run it in the root of the repository
// when the sentences have changed:
//
//	go run ./internal/likely/train
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/mailsim/mailsim/internal/likely"
)

func main() {
	for _, code := range []string{"de", "en", "es", "fr"} {
		var all []likely.Sentence
		names, _ := filepath.Glob("internal/gist/testdata/sentences/" + code + "-*.txt")
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				log.Fatal(err)
			}
			all = append(all, likely.Read(string(text), likely.Act)...)
		}
		if code == "en" {
			acts, err := os.ReadFile("internal/gist/testdata/acts.txt")
			if err != nil {
				log.Fatal(err)
			}
			all = append(all, likely.Pairs(string(acts), likely.Act)...)
		}
		data := likely.Learn(all).Bytes()
		if err := os.WriteFile("internal/lang/"+code+"/likely.bin", data, 0o644); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %d sentences, %d bytes\n", code, len(all), len(data))
	}
}
