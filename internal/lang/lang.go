// Package lang holds the languages that people read and write, as data: a folder a
// language, with the words and patterns by which package gist reads it in read and the
// sentences by which package compose writes it in say. A new language is a new folder.
package lang

import (
	"embed"
	"io/fs"
	"slices"
)

//go:embed */say/*.txt
var files embed.FS

// Codes lists the languages there are (ISO 639-1).
func Codes() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the files are part of the program
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// Say returns the tables for writing a language, a text a file, in the order of
// their names; nothing for a language that is not there.
func Say(code string) []string { return texts(code + "/say") }

func texts(dir string) []string {
	names, _ := fs.Glob(files, dir+"/*.txt")
	slices.Sort(names)
	var out []string
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		out = append(out, string(text))
	}
	return out
}
