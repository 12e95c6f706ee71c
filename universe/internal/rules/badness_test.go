package rules_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// addressLists are kinds of lists that applications send to.
var addressLists = map[string]func(i int) string{
	"numbered":        func(i int) string { return fmt.Sprintf("user%d@list.test", i) },
	"padded":          func(i int) string { return fmt.Sprintf("load-test-recipient-%08d@list.test", i) },
	"many domains":    func(i int) string { return fmt.Sprintf("info@shop%d.test", i) },
	"deep domains":    func(i int) string { return fmt.Sprintf("a@x%d.mail.eu.list.test", i) },
	"names":           func(i int) string { return fmt.Sprintf("%c.%c%d@list.test", 'a'+i%26, 'a'+i/26%26, i/676) },
	"hashes":          func(i int) string { return fmt.Sprintf("%016x@list.test", fnv64(i)) },
	"tagged":          func(i int) string { return fmt.Sprintf("qa+run%d@list.test", i) },
	"not ASCII":       func(i int) string { return fmt.Sprintf("büro%d@größe.test", i) },
	"one letter more": func(i int) string { return fmt.Sprintf("%s%d@list.test", strings.Repeat("a", i%50), i/50) },
}

func fnv64(i int) uint64 {
	h := fnv.New64a()
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(i)))
	return h.Sum64()
}

// badness asks the rules for n addresses of a list.
func badnessOf(t *testing.T, seed string, rule mailsim.Rule, list func(i int) string, n int) []mailsim.MailboxStatus {
	t.Helper()
	u := testkit.New(t, mailsim.Options{Seed: "another"})
	r := u.Recipients()
	r.Default, r.Seed = rule, seed
	_, err := u.SetRecipients(context.Background(), r)
	require.NoError(t, err)
	out := make([]mailsim.MailboxStatus, n)
	u.Read(func(v state.View) {
		for i := range out {
			out[i] = rules.For(v, list(i)).Bad
		}
	})
	return out
}

// The share of bad addresses, and that of each kind among them, is as likely
// as that of a coin: within 4.5 standard deviations, for lists of every kind.
func TestBadnessIsBinomial(t *testing.T) {
	t.Parallel()
	const n = 5000
	within := func(hits, of int, p float64, what string) {
		sigma := math.Sqrt(float64(of) * p * (1 - p))
		assert.InDelta(t, float64(of)*p, float64(hits), 4.5*sigma+0.5, "%s: %d of %d at %v", what, hits, of, p)
	}
	for name, list := range addressLists {
		for _, rate := range []float64{0.01, 0.2, 0.5, 0.99} {
			rule := mailsim.DefaultRule()
			rule.BadRate = rate
			kinds := map[mailsim.MailboxStatus]int{}
			for _, k := range badnessOf(t, "s1", rule, list, n) {
				kinds[k]++
			}
			bad := n - kinds[""]
			// spec: recipients.rule.bad_rate recipients.rule.bad_kinds.default
			within(bad, n, rate, name)
			for _, k := range rules.UsualBadKinds {
				within(kinds[k.Kind], bad, float64(k.Weight)/100, name+" "+string(k.Kind))
			}
			assert.Zero(t, kinds[mailsim.StatusDisabled], "not in the usual mix")
		}
		rule := mailsim.DefaultRule()
		rule.BadRate, rule.BadKinds = 1, []mailsim.MailboxStatus{mailsim.StatusDisabled, mailsim.StatusFull, mailsim.StatusBlocked}
		kinds := map[mailsim.MailboxStatus]int{}
		for _, k := range badnessOf(t, "s1", rule, list, n) {
			kinds[k]++
		}
		for _, k := range rule.BadKinds {
			within(kinds[k], n, 1.0/3, name+" "+string(k))
		}
		// Another seed, another set: what both call bad is chance.
		rule = mailsim.DefaultRule()
		rule.BadRate = 0.2
		one, two := badnessOf(t, "s1", rule, list, n), badnessOf(t, "s2", rule, list, n)
		both := 0
		for i := range one {
			if one[i] != "" && two[i] != "" {
				both++
			}
		}
		within(both, n, 0.04, name+" of both seeds")
	}
}

// The same addresses are bad on every machine and in every version: these were
// found once and stay. A higher rate keeps those that a lower one has.
func TestBadnessStays(t *testing.T) {
	t.Parallel()
	rule := mailsim.DefaultRule()
	rule.BadRate = 0.3
	// spec: recipients.rule.stable
	for list, want := range map[string]string{
		"numbered":  "..u.dbu.u..u...u........................b......bu.uu.u.uu...",
		"not ASCII": "u.ubbuu...u..f...dud........u.uf..uf...ub.u.uu..fu......u.f.",
	} {
		got := ""
		for _, k := range badnessOf(t, "s1", rule, addressLists[list], 60) {
			got += map[mailsim.MailboxStatus]string{"": ".", mailsim.StatusUnknown: "u", mailsim.StatusDomain: "d", mailsim.StatusFull: "f", mailsim.StatusBlocked: "b"}[k]
		}
		assert.Equal(t, want, got, list)
	}
	low := badnessOf(t, "s1", rule, addressLists["numbered"], 5000)
	rule.BadRate = 0.6
	for i, k := range badnessOf(t, "s1", rule, addressLists["numbered"], 5000) {
		if low[i] != "" {
			require.Equal(t, low[i], k)
		}
	}
}
