// Package lang holds the languages that people read and write, as data: a folder a
// language, with the lexicon by which package gist reads it in read.txt, the words by
// which it says a question back in restate.txt, the sentences
// by which package compose writes it in say, and the values with which people answer,
// drawn by package dialog, in think.txt, those that are measured or counted in values.txt, and,
// where they are whole sentences, in ready.txt,
// by words of the question, and in open.txt, by its form,
// and with which they react to news, in react.txt,
// which of these fit a mail being judged by the models likely.bin and matter.bin,
// and what the World's people write by themselves,
// by package worldgen, in world. A new language is a new folder.
//
// # The format of read.txt
//
// A line that begins with "# " is a comment. A section begins with its kind and name in
// brackets. All words are in lower case, with a plain apostrophe.
//
//	[words NAME]    a set of words, parted by blanks. Patterns name it by @NAME, and may
//	                name sets of the lexicon's own.
//	[map NAME]      "key, key = value", one a line
//	[list NAME]     months and weekdays (one a line, its words parted by blanks, Monday
//	                first), sign-offs (one a line), elided ("l'": cut off the beginning of
//	                a word) and clitics ("-vous": cut off its end)
//	[phrases NAME]  patterns, one a line
//
// A section can stand there several times with the same name; the names that the reader
// goes by are those of the English lexicon, and a language leaves out what it has not.
//
// A pattern is a run of places parted by blanks. A place is
//
//	word        that word
//	word*       a word that begins so (three letters at least where the pattern begins)
//	a|b|@set    any of them
//	@set        a word of a set
//	#num        a number in figures or words;   #fig: a word with a digit in it
//	#money      a sum with its sign, "$5";      #date: a word of days or a date in figures
//	#time       an hour: "10:30", "noon";       #name: a capital and an unknown word
//	#any        any word
//	?place      the place or nothing
//	!place      the next word is not that one (or nothing comes)
//	..  ..5     up to 3, or 5, words, at most 8, not beyond a mark of punctuation
//	,           punctuation stands here, or the sentence ends
//	$           the sentence ends here
//
// A pattern that begins with "^ " stands only where its sentence begins, behind words
// without meaning (the set leads). One that begins with "- " is a veto: in a sentence in
// which it stands, the others of its group are not found. Before its first word no gap
// can be. A find counts as negated when a word of the set negations stands up to three
// words before it or within it, and as supposed behind a word of the set suppose; who
// wants otherwise writes the negation into the pattern with a group of its own.
//
// What separates one language's order of words from another's goes into patterns with
// gaps ("habt|haben ..5 erhalten|bekommen"), and into options of [map options].
package lang

import (
	"embed"
	"io/fs"
	"slices"
)

//go:embed */likely.bin */matter.bin */open.txt */react.txt */read.txt */ready.txt */restate.txt */think.txt */values.txt */say/*.txt */world/*.txt
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

// Read returns the lexicon for reading a language, nothing for a language that has none.
func Read(code string) string { return file(code + "/read.txt") }

// Think returns the values that people answer with in a language, nothing for a language
// that has none.
func Think(code string) string { return file(code + "/think.txt") }

// Values returns what a language knows of quantities, hours and days that are asked for, nothing
// for a language without.
func Values(code string) string { return file(code + "/values.txt") }

// Open returns the answers to open questions by their form, nothing for a language
// without.
func Open(code string) string { return file(code + "/open.txt") }

// Ready returns the answers to what people are often asked, nothing for a language that
// has none.
func Ready(code string) string { return file(code + "/ready.txt") }

// React returns what people say to news and the like in a language, as package dialog
// reads it; empty for a language without.
func React(code string) string { return file(code + "/react.txt") }

func file(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(text)
}

// Restate returns how the reader of a question says it back, nothing for a language that
// has none of it.
func Restate(code string) string { return file(code + "/restate.txt") }

// Likely returns the model of package likely, learned from labelled sentences; nil for a
// language that has none.
func Likely(code string) []byte {
	data, _ := files.ReadFile(code + "/likely.bin")
	return data
}

// Matter returns the model of what mails are about, learned from labelled sentences; nil for a
// language that has none.
func Matter(code string) []byte {
	data, _ := files.ReadFile(code + "/matter.bin")
	return data
}

// World returns the tables of what people of a language write by themselves to a
// company, as Say does.
func World(code string) []string { return texts(code + "/world") }

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
