package compose

import (
	"testing"

	"github.com/mailsim/mailsim/internal/gist"
)

func BenchmarkWrite(b *testing.B) {
	v := person("responsive", "bea@acme.example")
	var mails []gist.Gist
	for _, m := range script {
		mails = append(mails, gist.Read(m.subject, m.text))
	}
	said := []string{}
	for i := range 60 {
		said = append(said, "#abc", "This is a sentence that was said before "+string(rune('a'+i%26)))
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n++
		Write(Brief{Seed: "seed", Voice: v, Kind: Reply, To: Correspondent{Name: "Ann Lee", Address: "ann@client.example"}, Subject: "Office move",
			Mails: mails[n%len(mails) : n%len(mails)+1], ThreadReplies: 2, Occasion: n, Case: move, SaidBefore: said})
	}
}
