// Package migration: years of old mail move into a mailbox with dates and flags,
// and no simulated person answers any of it.
package migration

import (
	"bufio"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"github.com/mailsim/mailsim/mailsimtest"
)

// archive is an mbox file as old programs wrote them (RFC 4155).
const archive = `From anna@client.test Mon Mar  3 10:00:00 2014
From: Anna Weber <anna@client.test>
To: old@ours.test
Subject: Hello from 2014
Message-ID: <a1@client.test>
Status: RO

Do you remember?
>From that day on everything was different.

From ben@client.test Tue Apr  7 12:30:00 2015
From: Ben Miller <ben@client.test>
To: old@ours.test
Subject: Still unread
Message-ID: <b1@client.test>

Are you there?
`

// importer is the application under test: it appends an mbox file over IMAP.
func importMbox(c *imapclient.Client, folder, mbox string) error {
	if err := c.Create(folder, nil).Wait(); err != nil {
		return err
	}
	var raw strings.Builder
	var when time.Time
	flush := func() error {
		if raw.Len() == 0 {
			return nil
		}
		o := &imap.AppendOptions{Time: when}
		if strings.Contains(raw.String(), "\r\nStatus: RO\r\n") {
			o.Flags = []imap.Flag{imap.FlagSeen}
		}
		cmd := c.Append(folder, int64(raw.Len()), o)
		if _, err := cmd.Write([]byte(raw.String())); err != nil {
			return err
		}
		if err := cmd.Close(); err != nil {
			return err
		}
		raw.Reset()
		_, err := cmd.Wait()
		return err
	}
	for lines := bufio.NewScanner(strings.NewReader(mbox)); lines.Scan(); {
		line := lines.Text()
		if from, ok := strings.CutPrefix(line, "From "); ok {
			if err := flush(); err != nil {
				return err
			}
			_, date, _ := strings.Cut(from, " ")
			when, _ = time.Parse(time.ANSIC, date)
			continue
		}
		raw.WriteString(strings.TrimPrefix(line, ">") + "\r\n")
	}
	return flush()
}

func TestImportOfAnArchive(t *testing.T) {
	t.Parallel()
	sim := mailsimtest.New(t)
	anna, old := sim.Person("Anna Weber <anna@client.test>"), sim.Login("old@ours.test")
	if err := importMbox(old.IMAP(), "Archive/2014", archive); err != nil {
		t.Fatal(err)
	}
	mails := old.Folder("Archive/2014")
	if len(mails) != 2 {
		t.Fatalf("%d mails were imported", len(mails))
	}
	mails[0].HasSubject("Hello from 2014").HasText("From that day on").HasFrom("Anna Weber")
	mails[1].HasSubject("Still unread")

	c := old.IMAP()
	if _, err := c.Select("Archive/2014", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	list, err := c.Fetch(imap.SeqSetNum(1), &imap.FetchOptions{InternalDate: true, Flags: true}).Collect()
	if err != nil {
		t.Fatal(err)
	}
	if d := list[0].InternalDate; d.Year() != 2014 {
		t.Errorf("it is dated %s", d)
	}
	sim.Advance(30 * 24 * time.Hour)
	anna.ExpectInbox(0) // old mail wakes nobody
	old.ExpectInbox(0)
}
