package mailsim_test

import (
	"context"
	"fmt"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe"
)

func ExampleParseConfig() {
	_, err := universe.ParseConfig("mail.yaml", []byte("name: Shop\npersonas:\n  - adresses: [anna@client.test]\n"))
	fmt.Println(err)

	c, err := universe.ParseConfig("mail.yaml", []byte(`
id: u_shop
personas:
  - name: Anna Weber
    addresses: [anna@client.test]
    temperament: busy
`))
	if err != nil {
		panic(err)
	}
	u, err := universe.New(mailsim.Options{Config: c})
	if err != nil {
		panic(err)
	}
	defer u.Close()
	for _, p := range u.Personas() {
		fmt.Println(p.Name, p.Temperament, p.Provider)
	}
	// Output:
	// mail.yaml:3: personas[0].adresses: unknown key: use id, name, role, org, who, wants, character, addresses, knows, temperament, case_ids, style, timing, behaviors, external_ids or paused
	// Anna Weber busy config
}

func ExampleNewCell() {
	ctx := context.Background()
	c, err := universe.NewCell(mailsim.CellOptions{})
	if err != nil {
		panic(err)
	}
	defer c.Close()
	_ = c.SetOrg(ctx, mailsim.Org{Name: "Acme", Plan: mailsim.Plan{Name: "small", Limits: mailsim.Limits{Personas: 100}}})
	u, _ := c.CreateUniverse(ctx, "Acme", mailsim.Options{ID: "u_acme"})
	key, _, _ := u.CreateKey(ctx, "ci", mailsim.RoleMember)
	who, _ := c.Authenticate(ctx, mailsim.Credentials{Key: key})
	fmt.Println(who.Universe().ID(), who.Role())
	_, err = c.Authenticate(ctx, mailsim.Credentials{Key: key, Universe: "u_other"})
	fmt.Println(err)
	// Output:
	// u_acme member
	// the key belongs to another universe
}
