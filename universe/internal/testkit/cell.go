package testkit

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/cell"
	"github.com/mailsim/mailsim/universe/internal/engine"
)

// AdminKey is the key of the cells that NewCell makes.
const AdminKey = "server-admin-key-0123456789"

// NewCell makes an empty cell, and closes it when the test ends.
func NewCell(t testing.TB, o mailsim.CellOptions) *cell.Cell {
	t.Helper()
	o.HashCost = 4
	if o.AdminKey == "" {
		o.AdminKey = AdminKey
	}
	c, err := engine.NewCell(o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, c.Close()) })
	return c
}

// AddUniverse makes a universe in a cell, and its organization when there is none.
func AddUniverse(t testing.TB, c *cell.Cell, org, id string) *engine.Universe {
	t.Helper()
	if !slices.ContainsFunc(c.Orgs(), func(o mailsim.Org) bool { return o.Name == org }) {
		require.NoError(t, c.SetOrg(context.Background(), mailsim.Org{Name: org}))
	}
	u, err := Whole(c.CreateUniverse(context.Background(), org, mailsim.Options{ID: id, HashCost: 4}))
	require.NoError(t, err)
	return u
}

// SessionOf tries a session on a universe.
func SessionOf(t *testing.T, c *cell.Cell, id, universe string) error {
	t.Helper()
	_, err := c.Authenticate(context.Background(), mailsim.Credentials{Session: id, Universe: universe})
	return err
}

// Whole is the universe that a cell has made or found.
func Whole(p *cell.Part, err error) (*engine.Universe, error) { return engine.Of(p), err }
