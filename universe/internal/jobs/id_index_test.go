package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/engine"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/state"
	"github.com/mailsim/mailsim/universe/internal/testkit"
)

// assertFound compares what is found by counts and indexes with what a look at all
// records finds.
func assertFound(t *testing.T, u *engine.Universe, msg string) {
	t.Helper()
	byPerson, pending, live := map[string][]*jobs.Record{}, []*jobs.Record{}, map[string]int{}
	externals, all := map[[2]string]string{}, []*jobs.Record{}
	u.Read(func(v state.View) {
		for _, j := range jobs.Table.In(v.State).M {
			all = append(all, j)
			if byPerson[j.PersonaID] = append(byPerson[j.PersonaID], j); j.State == mailsim.StatePending {
				pending = append(pending, j)
			}
		}
		for _, p := range people.Table.In(v.State).M {
			for system, id := range p.ExternalIDs {
				key := [2]string{system, id}
				if id != "" {
					live[people.ExternalKey(system, id)]++
				}
				if was := externals[key]; was == "" || p.ID < was {
					externals[key] = p.ID
				}
			}
		}
		for key, n := range live {
			require.Equal(t, n, people.ExternalTable.In(v.State).At(key).Live, "%s: %q", msg, key)
		}
		require.Equal(t, len(live), people.ExternalTable.In(v.State).Len(), msg)
		for key, id := range externals {
			if key[1] == "" {
				assert.Nil(t, people.ByExternal(v, key[0], key[1]))
				continue
			}
			require.Equal(t, id, people.ByExternal(v, key[0], key[1]).ID, "%s: %q", msg, key)
		}
		for id, list := range jobs.PersonTable.In(v.State).M {
			require.Equal(t, len(byPerson[id]), list.Live, "%s: %s", msg, id)
			require.LessOrEqual(t, len(list.IDs), 2*list.Live+18, "what is gone does not pile up")
		}
	})
	require.Equal(t, len(pending), u.Status().PendingJobs, msg)
	ids := func(list []*jobs.Record) (out []string) {
		for _, j := range jobs.InOrder(list) {
			out = append(out, j.ID)
		}
		return out
	}
	same := func(f mailsim.JobFilter, want []*jobs.Record) {
		t.Helper()
		got, err := u.Jobs(f)
		require.NoError(t, err)
		var list []string
		for _, j := range got {
			list = append(list, j.ID)
		}
		require.Equal(t, ids(want), list, "%s: %+v", msg, f)
	}
	same(mailsim.JobFilter{}, all)
	same(mailsim.JobFilter{State: mailsim.StatePending}, pending)
	for id, list := range byPerson {
		if id == "" {
			continue
		}
		same(mailsim.JobFilter{PersonaID: id}, list)
		same(mailsim.JobFilter{PersonaID: id, State: mailsim.StatePending}, slices.DeleteFunc(slices.Clone(list), func(j *jobs.Record) bool { return j.State != mailsim.StatePending }))
		same(mailsim.JobFilter{PersonaID: id, Kind: mailsim.JobReply}, slices.DeleteFunc(slices.Clone(list), func(j *jobs.Record) bool { return j.Kind != mailsim.JobReply }))
	}
}

// TestIndexesAreExact does all that changes people and jobs, in any order, with
// rollbacks, forks that both go on, and loads, and looks everything up after each step.
func TestIndexesAreExact(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 7))
		us := []*engine.Universe{testkit.New(t, mailsim.Options{Seed: fmt.Sprint(seed)})}
		box := func() string { return fmt.Sprintf("p%d@client.test", r.IntN(6)) }
		ids := func() map[string]string {
			out := map[string]string{}
			for range r.IntN(3) {
				out[[]string{"crm", "erp", "crm1"}[r.IntN(3)]] = []string{"", "7", "17", "x"}[r.IntN(4)]
			}
			return out
		}
		for step := range 120 {
			at := r.IntN(len(us))
			u := us[at]
			persons := u.Personas()
			pending, err := u.Jobs(mailsim.JobFilter{State: mailsim.StatePending})
			require.NoError(t, err)
			what := "nothing"
			switch n := r.IntN(14); {
			case n < 2:
				what = "person"
				_, err = u.CreatePersona(context.Background(), mailsim.Persona{Addresses: []string{box()}, ExternalIDs: ids(), Temperament: "responsive"})
			case n < 5:
				what = "mail"
				_, err = u.Send(context.Background(), mailsim.Outgoing{From: "me@app.test", To: []string{box()}, Subject: fmt.Sprint(step), Text: "Could you send me the report?"})
			case n == 5 && len(persons) > 0:
				what = "update"
				_, err = u.UpdatePersona(context.Background(), persons[r.IntN(len(persons))].ID, mailsim.PersonaPatch{ExternalIDs: ids()})
			case n == 6 && len(persons) > 0:
				what = "delete"
				err = u.DeletePersona(context.Background(), persons[r.IntN(len(persons))].ID)
			case n == 7:
				what = "advance"
				_, err = u.Advance(context.Background(), time.Duration(r.IntN(30))*time.Hour)
			case n == 8 && len(pending) > 0:
				what = "move"
				_, err = u.MoveJob(context.Background(), pending[r.IntN(len(pending))].ID, u.Now().Add(time.Duration(r.IntN(3))*time.Hour))
			case n == 9 && len(pending) > 0:
				what = "skip"
				_, err = u.SkipJob(context.Background(), pending[r.IntN(len(pending))].ID)
			case n == 10:
				what = "fail"
				broken := errors.New("no")
				err = u.Update(context.Background(), func(t *state.Tx) error {
					for _, p := range state.Sorted(people.Table.In(t.State)) {
						jobs.Schedule(t, mailsim.JobInitiate, p.Owner(), t.Now, mailsim.Job{}, jobs.Args{})
						people.Remove(t, p)
					}
					if _, err := people.Add(t, mailsim.Persona{Addresses: []string{"new@x.test"}, ExternalIDs: map[string]string{"crm": "7"}}, people.ProviderAPI); err != nil {
						return err
					}
					return broken
				})
				require.ErrorIs(t, err, broken)
				err = nil
			case n == 11:
				what = "prune"
				_, err = u.SetRetention(context.Background(), mailsim.Retention{EventDays: 1})
				require.NoError(t, err)
				_, err = u.Prune(context.Background())
			case n == 12 && len(us) < 4:
				what = "fork or load"
				var f *engine.Universe
				if r.IntN(2) == 0 {
					f, err = u.Fork(mailsim.Options{})
				} else {
					f = testkit.Load(t, testkit.Saved(t, u), testkit.LoadOptions())
				}
				require.NoError(t, err)
				t.Cleanup(func() { f.Close() })
				us = append(us, f)
			case n == 13 && r.IntN(8) == 0:
				what = "reset"
				_, err = u.Reset(context.Background(), [][]mailsim.Part{nil, {mailsim.PartPersonas}, {mailsim.PartMail, mailsim.PartPersonas}}[r.IntN(3)]...)
			}
			if err != nil {
				require.ErrorIs(t, err, mailsim.ErrInvalid, what)
			}
			for i, u := range us { // one goes on without the others
				assertFound(t, u, fmt.Sprintf("seed %d step %d: %s of %d, seen in %d", seed, step, what, at, i))
			}
		}
	}
}

// TestIDListsStayShort: what one person, or one id, gains and loses a thousand times
// takes no more room than at first.
func TestIDListsStayShort(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	p := testkit.AddPerson(t, u, "anna@client.test", nil)
	for i := range 1000 {
		_, err := u.UpdatePersona(context.Background(), p.ID, mailsim.PersonaPatch{ExternalIDs: map[string]string{"crm": fmt.Sprint(i % 2), "erp": "7"}})
		require.NoError(t, err)
	}
	u.Read(func(v state.View) {
		assert.Len(t, people.ExternalTable.In(v.State).M, 2)
		for _, l := range slices.Collect(maps.Values(people.ExternalTable.In(v.State).M)) {
			assert.LessOrEqual(t, len(l.IDs), 20)
			assert.Equal(t, 1, l.Live)
		}
	})
	_, err := u.AddMemoryByExternal(context.Background(), "crm", "1", mailsim.Note{Text: "called"})
	require.NoError(t, err)
	_, err = u.AddMemoryByExternal(context.Background(), "crm", "0", mailsim.Note{Text: "called"})
	require.ErrorIs(t, err, mailsim.ErrNotFound)
}
