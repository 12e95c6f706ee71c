package cell

import (
	"cmp"
	"context"
	"crypto/subtle"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/universe/internal/fail"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/settings"
)

// memory is the directory of a cell that shares it with nobody.
type memory struct {
	mu        sync.RWMutex // never held while anything else is called
	orgs      map[string]*memoryOrg
	people    map[string]*memoryPerson // by address
	sessions  map[mailsim.Hash]mailsim.PersonSession
	universes map[string]mailsim.UniverseRecord
	keys      map[mailsim.Hash]string // to universes
	names     names
}

// memoryOrg is an organization and the roles of its people, by address.
type memoryOrg struct {
	mailsim.Org
	roles     map[string]mailsim.Role
	universes int
}

// memoryPerson is a person; the password may be as it was given in a file.
type memoryPerson struct {
	mailsim.User
	password *login.Secret // nil: cannot sign in
	orgs     int           // in which they have a role
}

func newMemory() *memory {
	return &memory{
		orgs: map[string]*memoryOrg{}, people: map[string]*memoryPerson{}, sessions: map[mailsim.Hash]mailsim.PersonSession{},
		universes: map[string]mailsim.UniverseRecord{}, keys: map[mailsim.Hash]string{}, names: newNames(),
	}
}

func (m *memory) Watch(func(string)) (stop func()) { return func() {} }

func (m *memory) Orgs(context.Context) ([]mailsim.Org, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	out := []mailsim.Org{}
	for _, name := range slices.Sorted(maps.Keys(m.orgs)) {
		out = append(out, m.orgs[name].copied())
	}
	return out, nil
}

func (o *memoryOrg) copied() mailsim.Org {
	out := o.Org
	out.Plan = settings.ClonePlan(o.Plan)
	return out
}

func (m *memory) Org(_ context.Context, name string) (mailsim.Org, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if o := m.orgs[name]; o != nil {
		return o.copied(), nil
	}
	return mailsim.Org{}, errNoOrg
}

var errNoOrg = fail.NoSuch("organization")

func (m *memory) SetOrg(_ context.Context, o mailsim.Org) error {
	o.Plan = settings.ClonePlan(o.Plan)
	m.mu.Lock()
	defer m.mu.Unlock()
	if old := m.orgs[o.Name]; old != nil {
		old.Org = o
		return nil
	}
	m.orgs[o.Name] = &memoryOrg{Org: o, roles: map[string]mailsim.Role{}}
	return nil
}

func (m *memory) DeleteOrg(_ context.Context, name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	o := m.orgs[name]
	switch {
	case o == nil:
		return errNoOrg
	case o.universes > 0:
		return fail.Conflictf("%s has universes: delete them first", name)
	}
	for email := range o.roles {
		m.leave(o, email)
	}
	delete(m.orgs, name)
	return nil
}

// leave needs m.mu.
func (m *memory) leave(o *memoryOrg, email string) {
	delete(o.roles, email)
	next := *m.people[email]
	if next.orgs--; next.orgs == 0 {
		delete(m.people, email)
		m.endSessions(email)
		return
	}
	m.people[email] = &next
}

// endSessions needs m.mu.
func (m *memory) endSessions(email string) {
	maps.DeleteFunc(m.sessions, func(_ mailsim.Hash, s mailsim.PersonSession) bool { return s.Email == email })
}

func (m *memory) Person(_ context.Context, email string) (mailsim.Person, error) {
	p, password, ok := m.account(email)
	if !ok {
		return p, fail.NoSuch("user")
	}
	if password != nil {
		p.Password, _ = password.Sum()
	}
	return p, nil
}

// account is Person with a password that need not be hashed yet.
func (m *memory) account(email string) (p mailsim.Person, password *login.Secret, ok bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	rec := m.people[email]
	if rec == nil {
		return p, nil, false
	}
	p.User = rec.User
	for name, o := range m.orgs {
		if role := o.roles[email]; role != "" {
			p.Orgs = append(p.Orgs, mailsim.Membership{Name: name, Role: role, Suspended: o.Suspended})
		}
	}
	slices.SortFunc(p.Orgs, func(a, b mailsim.Membership) int { return strings.Compare(a.Name, b.Name) })
	return p, rec.password, true
}

func (m *memory) Members(_ context.Context, org string) ([]mailsim.OrgUser, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	o := m.orgs[org]
	if o == nil {
		return nil, errNoOrg
	}
	out := []mailsim.OrgUser{}
	for _, email := range slices.Sorted(maps.Keys(o.roles)) {
		p := m.people[email]
		out = append(out, mailsim.OrgUser{Email: p.Email, Name: p.Name, Role: o.roles[email]})
	}
	return out, nil
}

func (m *memory) SetMember(_ context.Context, org string, p mailsim.OrgUser, password []byte) error {
	if password == nil {
		return m.setMember(org, p, nil)
	}
	return m.setMember(org, p, &login.Secret{Hash: password})
}

// setMember is SetMember with a password that need not be hashed yet.
func (m *memory) setMember(org string, p mailsim.OrgUser, password *login.Secret) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	o := m.orgs[org]
	if o == nil {
		return errNoOrg
	}
	email := addr.Key(p.Email)
	next := memoryPerson{User: mailsim.User{Email: p.Email}}
	if old := m.people[email]; old != nil {
		next = *old
	}
	next.Name = cmp.Or(p.Name, next.Name)
	if password != nil {
		next.password = password
		m.endSessions(email)
	}
	if _, member := o.roles[email]; !member {
		next.orgs++
	}
	o.roles[email] = p.Role
	m.people[email] = &next
	return nil
}

func (m *memory) DeleteMember(_ context.Context, org, email string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	o := m.orgs[org]
	if o == nil {
		return errNoOrg
	}
	if _, member := o.roles[email]; !member {
		return fail.NoSuch("user")
	}
	m.leave(o, email)
	return nil
}

func (m *memory) Session(_ context.Context, id mailsim.Hash) (mailsim.PersonSession, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if s, ok := m.sessions[id]; ok {
		return s, nil
	}
	return mailsim.PersonSession{}, fail.NoSuch("session")
}

func (m *memory) OpenSession(_ context.Context, id mailsim.Hash, s mailsim.PersonSession, password []byte, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	// A password that is hashed now was not the one that was verified.
	if p := m.people[s.Email]; p == nil || p.password == nil || !p.password.Is(password) {
		return errWrongPassword
	}
	m.sweep(s.Email, now)
	m.sessions[id] = s
	return nil
}

// sweep drops the sessions that ended, and the oldest of a person who has too many. It
// needs m.mu.
func (m *memory) sweep(email string, now time.Time) {
	var first mailsim.Hash
	count, oldest := 0, time.Time{}
	for id, s := range m.sessions {
		switch {
		case !s.Expires.After(now):
			delete(m.sessions, id)
		case s.Email == email:
			if count++; oldest.IsZero() || s.Expires.Before(oldest) {
				first, oldest = id, s.Expires
			}
		}
	}
	if count >= mailsim.MaxPersonSessions {
		delete(m.sessions, first)
	}
}

func (m *memory) CloseSession(_ context.Context, id mailsim.Hash) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.sessions, id)
	return nil
}

func (m *memory) Universes(_ context.Context, orgs []string, limit int) ([]mailsim.UniverseRecord, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	out := []mailsim.UniverseRecord{}
	for _, u := range m.universes {
		if orgs == nil || slices.Contains(orgs, u.Org) {
			out = append(out, u)
		}
	}
	slices.SortFunc(out, func(a, b mailsim.UniverseRecord) int {
		return cmp.Or(strings.Compare(a.Org, b.Org), strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	})
	if limit > 0 && len(out) > limit {
		out = out[:limit]
	}
	return out, nil
}

func (m *memory) Universe(_ context.Context, id string) (mailsim.UniverseRecord, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if u, ok := m.universes[id]; ok {
		return u, nil
	}
	return mailsim.UniverseRecord{}, errNoSuchUniverse
}

var errNoSuchUniverse = fail.NoSuch("universe")

func (m *memory) AddUniverse(_ context.Context, u mailsim.UniverseRecord) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	o := m.orgs[u.Org]
	if o == nil {
		return errNoOrg
	}
	if _, taken := m.universes[u.ID]; taken {
		return fail.Conflictf("universe %s is there already", u.ID)
	}
	o.universes++
	m.universes[u.ID] = u
	return nil
}

func (m *memory) DeleteUniverse(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	u, ok := m.universes[id]
	if !ok {
		return errNoSuchUniverse
	}
	m.orgs[u.Org].universes--
	delete(m.universes, id)
	maps.DeleteFunc(m.keys, func(_ mailsim.Hash, of string) bool { return of == id })
	m.names.drop(id)
	return nil
}

func (m *memory) KeyUniverse(_ context.Context, key mailsim.Hash) (string, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if id, ok := m.keys[key]; ok {
		return id, nil
	}
	return "", fail.NoSuch("key")
}

func (m *memory) ClaimKeys(_ context.Context, universe string, keys []mailsim.Hash) (fresh []mailsim.Hash, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range keys {
		if of, taken := m.keys[k]; taken && of != universe {
			return []mailsim.Hash{k}, fail.Conflictf("the key opens another universe")
		} else if !taken {
			fresh = append(fresh, k)
		}
	}
	for _, k := range fresh {
		m.keys[k] = universe
	}
	return fresh, nil
}

func (m *memory) DropKeys(_ context.Context, universe string, keys []mailsim.Hash) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range keys {
		if m.keys[k] == universe {
			delete(m.keys, k)
		}
	}
	return nil
}

func (m *memory) LoginsNamed(_ context.Context, name string) ([]mailsim.LoginEntry, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.names.named(name, m.orgOf), nil
}

func (m *memory) LoginsOf(_ context.Context, universe string) ([]mailsim.LoginEntry, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.names.of(universe, m.orgOf), nil
}

// orgOf needs m.mu.
func (m *memory) orgOf(universe string) string { return m.universes[universe].Org }

func (m *memory) ClaimLogins(_ context.Context, universe string, list []mailsim.LoginEntry) ([]mailsim.LoginEntry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.names.claim(universe, list, m.orgOf)
}

func (m *memory) SetLogins(_ context.Context, universe string, addresses []string, list []mailsim.LoginEntry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, there := m.universes[universe]; there {
		m.names.set(universe, addresses, list)
	}
	return nil
}

// sameMark compares marks in the time that any two take.
func sameMark(a, b []byte) bool { return a != nil && subtle.ConstantTimeCompare(a, b) == 1 }
