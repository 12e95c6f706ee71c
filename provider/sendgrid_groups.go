package provider

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// SendGrid's unsubscribe groups. A group that mails name need not be made; one that is has
// a name.

// sendgridGroup is a group that was made.
type sendgridGroup struct {
	ID          int    `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Default     bool   `json:"is_default"`
	Left        *int   `json:"unsubscribes,omitempty"` // how many are on its list
}

// sendgridGroupList lists the groups, or those of the ids in the query.
func sendgridGroupList(c *call) error {
	list, ids := []sendgridGroup{}, c.r.URL.Query()["id"]
	for _, r := range c.p.Records("group") {
		g, err := sendgridGroupOf(c, r.ID)
		if err != nil {
			continue
		}
		wanted := len(ids) == 0
		for _, id := range ids {
			wanted = wanted || id == r.ID
		}
		if wanted {
			list = append(list, *g)
		}
	}
	c.answer(http.StatusOK, list)
	return nil
}

// sendgridGroupOf is the group of an id.
func sendgridGroupOf(c *call, id string) (*sendgridGroup, error) {
	b, ok := c.p.Record("group", id)
	var g sendgridGroup
	if !ok || json.Unmarshal(b, &g) != nil {
		return nil, sendgridWrong(http.StatusNotFound, "", "group not found")
	}
	n := len(c.p.Suppressions("group:" + id))
	g.Left = &n
	return &g, nil
}

func sendgridGroupShow(c *call) error {
	g, err := sendgridGroupOf(c, c.r.PathValue("id"))
	if err == nil {
		c.answer(http.StatusOK, g)
	}
	return err
}

// keep checks a group and keeps it.
func (g *sendgridGroup) keep(c *call) error {
	switch {
	case g.Name == "" || len(g.Name) > 30:
		return sendgridWrong(http.StatusBadRequest, "name", "name is required and must be at most 30 characters")
	case len(g.Description) > 100:
		return sendgridWrong(http.StatusBadRequest, "description", "description must be at most 100 characters")
	}
	g.Left = nil
	b, err := json.Marshal(g)
	if err != nil {
		return err
	}
	return c.p.SetRecord(c.ctx(), "group", strconv.Itoa(g.ID), b)
}

func sendgridNewGroup(c *call) error {
	var g sendgridGroup
	if err := c.decode(&g); err != nil {
		return err
	}
	d, err := c.p.Draft(c.ctx(), "group")
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(d.ID[:6], 16, 32)
	if err != nil {
		return err
	}
	for g.ID = 1000 + int(n); ; g.ID++ {
		if _, taken := c.p.Record("group", strconv.Itoa(g.ID)); !taken {
			break
		}
	}
	if err := g.keep(c); err != nil {
		return err
	}
	c.answer(http.StatusCreated, g)
	return nil
}

func sendgridGroupEdit(c *call) error {
	g, err := sendgridGroupOf(c, c.r.PathValue("id"))
	if err != nil {
		return err
	}
	id := g.ID
	if err := c.decode(g); err != nil {
		return err
	}
	g.ID = id
	if err := g.keep(c); err != nil {
		return err
	}
	c.answer(http.StatusCreated, g)
	return nil
}

// sendgridGroupDelete removes a group, and its list with it.
func sendgridGroupDelete(c *call) error {
	id := c.r.PathValue("id")
	if _, err := sendgridGroupOf(c, id); err != nil {
		return err
	}
	var all []string
	for _, s := range c.p.Suppressions("group:" + id) {
		all = append(all, s.Address)
	}
	if _, err := c.p.Unsuppress(c.ctx(), "group:"+id, all...); err != nil {
		return err
	}
	if err := c.p.SetRecord(c.ctx(), "group", id, nil); err != nil {
		return err
	}
	c.w.WriteHeader(http.StatusNoContent)
	return nil
}
