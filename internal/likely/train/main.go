// Command train learns the models of package likely from the labelled sentences of
// package gist, those of what mails are about with the marks that package dialog finds in
// them, and writes them to package lang. Run it in the root of the repository
// when the sentences have changed:
//
//	go run ./internal/likely/train
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/mailsim/mailsim/internal/dialog"
	"github.com/mailsim/mailsim/internal/gist"
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
		learnMatters(code)
	}
}

// subjects tell the language of short texts.
var subjects = map[string]string{"en": "", "de": "Eine Nachricht für dich von deinem Nachbarn", "fr": "Une nouvelle pour toi de la part de ton voisin", "es": "Una noticia para ti de parte de tu vecino"}

// learnMatters learns what mails are about.
func learnMatters(code string) {
	text, err := os.ReadFile("internal/gist/testdata/matters/" + code + ".txt")
	if err != nil {
		log.Fatal(err)
	}
	all := likely.Read(string(text), func(label string) string { return label })
	for i := range all {
		g := gist.Read(subjects[code], all[i].Text)
		if g.Language != code {
			log.Fatalf("%s: read as %s: %s", code, g.Language, all[i].Text)
		}
		all[i].Text, all[i].Marks = dialog.Telling(g)
	}
	data := likely.Learn(all).Bytes()
	if err := os.WriteFile("internal/lang/"+code+"/matter.bin", data, 0o644); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %d matters, %d bytes\n", code, len(all), len(data))
}
