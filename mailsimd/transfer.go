package mailsimd

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/archive"
)

const importUsage = `mailsimd import loads mail into a running mailsimd: from .eml and mbox files, Maildirs, zips,
directories of these, and JSON lines.

  mailsimd import -to anna@client.test ~/Maildir
  mailsimd import -to app@ours.test -folder Old -format mboxo old.mbox

Mail is filed as it is, and nobody reacts; with -deliver it is sent as if it came by SMTP.
Whatever cannot be read is reported and skipped, and the exit status is then 1.

`

const exportUsage = `mailsimd export writes the mail of a running mailsimd to a file or, with -format maildir or
eml, to a directory.

  mailsimd export -o all.mbox
  mailsimd export -address anna@client.test -format maildir -o anna

`

func init() {
	commands["import"], commands["export"] = importCommand, exportCommand
}

// remote is a running mailsimd.
type remote struct {
	url, key, universe string
	insecure           bool
}

func (r *remote) define(fs *flag.FlagSet) {
	fs.StringVar(&r.url, "url", "http://127.0.0.1:8025", "`URL` of its API, without /api")
	fs.StringVar(&r.key, "key", "", "API `key`; better set in the environment, as MAILSIM_KEY")
	fs.StringVar(&r.universe, "universe", "", "`id` of the universe, if the key opens several")
	fs.BoolVar(&r.insecure, "insecure", false, "accept any certificate")
}

// ask makes a request; the answer's body is the caller's to close.
func (r *remote) ask(ctx context.Context, method, path string, query url.Values, media string, body io.Reader) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimRight(r.url, "/")+"/api"+path+"?"+query.Encode(), body)
	if err != nil {
		return nil, fmt.Errorf("%w: -url: %w", errUsage, err)
	}
	if r.key != "" {
		req.Header.Set("Authorization", "Bearer "+r.key)
	}
	if r.universe != "" {
		req.Header.Set("X-Service-Universe", r.universe)
	}
	if media != "" {
		req.Header.Set("Content-Type", media)
	}
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: r.insecure}} //nolint:gosec // asked for
	resp, err := (&http.Client{Transport: transport}).Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		defer func() { _ = resp.Body.Close() }()
		var answer struct{ Error string }
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
		_ = json.Unmarshal(text, &answer)
		return nil, fmt.Errorf("%s: %s", resp.Status, cmp.Or(answer.Error, string(bytes.TrimSpace(text))))
	}
	return resp, nil
}

// parseTransfer reads the flags of a command that takes arguments too.
func parseTransfer(fs *flag.FlagSet, args []string, p Process, usage string) error {
	rest := args
	var names []string
	for { // flags may stand behind names
		err := fs.Parse(rest)
		if errors.Is(err, flag.ErrHelp) {
			fs.SetOutput(p.Stderr)
			fmt.Fprint(p.Stderr, usage)
			fs.PrintDefaults()
			return err
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
		if fs.NArg() == 0 {
			break
		}
		names, rest = append(names, fs.Arg(0)), fs.Args()[1:]
	}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if _, err := fromEnv(fs, p.Env, given); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	return fs.Parse(append([]string{"--"}, names...))
}

// format is a flag of a form of archive.
type format archive.Format

func (f *format) String() string { return string(*f) }

func (f *format) Set(text string) error {
	if !slices.Contains(archive.Formats(), archive.Format(text)) {
		return fmt.Errorf("want one of %v", archive.Formats())
	}
	*f = format(text)
	return nil
}

func importCommand(ctx context.Context, args []string, p Process) error {
	var r remote
	var to, folder string
	var deliver bool
	var form format
	fs := flag.NewFlagSet("mailsimd import", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	r.define(fs)
	fs.StringVar(&to, "to", "", "`address` of the mailbox for all mails; by default, as the archive says")
	fs.StringVar(&folder, "folder", "", "`folder` for all mails; by default, as the archive says")
	fs.BoolVar(&deliver, "deliver", false, "send each mail as if it came by SMTP")
	fs.Var(&form, "format", "`form` of the files: eml, mbox, mboxo, mboxcl2, jsonl or zip; by default, recognized by their content")
	if err := parseTransfer(fs, args, p, importUsage); err != nil {
		return err
	}
	if fs.NArg() == 0 {
		return fmt.Errorf("%w: name a file or directory; -h says more", errUsage)
	}
	query := url.Values{}
	for name, value := range map[string]string{"to": to, "folder": folder, "deliver": map[bool]string{true: "1"}[deliver]} {
		if value != "" {
			query.Set(name, value)
		}
	}
	sent := sending{paths: fs.Args(), o: archive.Options{Format: archive.Format(form)}, stderr: p.Stderr}
	out, in := io.Pipe()
	go func() {
		_, err := archive.Write(in, archive.JSONL, sent.mails)
		in.CloseWithError(err)
	}()
	resp, err := r.ask(ctx, http.MethodPost, "/import", query, "application/x-ndjson", out)
	out.Close()
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	var report mailsim.Imported
	if err := json.NewDecoder(resp.Body).Decode(&report); err != nil {
		return err
	}
	for _, f := range report.Errors {
		fmt.Fprintf(p.Stderr, "%s: %s\n", sent.place(f.Place), f.Error)
		sent.why.add(f.Error)
	}
	failed := report.Failed + sent.failed
	mails := "mails"
	if report.Mails == 1 {
		mails = "mail"
	}
	fmt.Fprintf(p.Stdout, "%d %s taken in, %d not\n", report.Mails, mails, failed)
	if failed > 0 {
		sent.why.print(p.Stdout, failed)
		return fmt.Errorf("%d mails or files were not taken in", failed)
	}
	return nil
}

// sending reads archives for an import.
type sending struct {
	paths  []string
	o      archive.Options
	stderr io.Writer
	failed int
	places []string // of the mails sent, by line
	why    reasons
}

// reasons count failures. Those that differ in their figures alone are one.
type reasons struct{ list []reason }

type reason struct {
	key, text string
	n         int
}

var figures = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d+`) })

// add counts a failure.
func (r *reasons) add(text string) {
	key := figures().ReplaceAllString(text, "…")
	i := slices.IndexFunc(r.list, func(o reason) bool { return o.key == key })
	if i < 0 {
		r.list = append(r.list, reason{key, text, 1})
		return
	}
	if r.list[i].n++; r.list[i].text != text {
		r.list[i].text = key
	}
}

// maxReasons bounds the reasons that are printed.
const maxReasons = 10

// print writes the reasons of all failures, the most frequent first.
func (r *reasons) print(w io.Writer, failed int) {
	slices.SortStableFunc(r.list, func(a, b reason) int { return cmp.Compare(b.n, a.n) })
	other := failed
	for _, o := range r.list[:min(len(r.list), maxReasons)] {
		fmt.Fprintf(w, "  %d: %s\n", o.n, o.text)
		other -= o.n
	}
	if other > 0 {
		fmt.Fprintf(w, "  %d for other reasons\n", other)
	}
}

// mails yields what can be read and names what cannot.
func (s *sending) mails(yield func(mailsim.Archived, error) bool) {
	for _, path := range s.paths {
		for m, err := range archive.Read(path, s.o) {
			if err != nil {
				s.failed++
				s.why.add(err.Error())
				fmt.Fprintf(s.stderr, "%s: %s\n", m.Place, err)
				continue
			}
			s.places = append(s.places, m.Place)
			if !yield(m, nil) {
				return
			}
		}
	}
}

// place is where a mail came from that the server knows by its line.
func (s *sending) place(line string) string {
	var n int
	if _, err := fmt.Sscanf(line, "body:%d", &n); err == nil && n > 0 && n <= len(s.places) {
		return s.places[n-1]
	}
	return line
}

func exportCommand(ctx context.Context, args []string, p Process) error {
	var r remote
	var address, folder, target string
	form := format(archive.Mbox)
	fs := flag.NewFlagSet("mailsimd export", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	r.define(fs)
	fs.StringVar(&address, "address", "", "only this `mailbox`")
	fs.StringVar(&folder, "folder", "", "only this `folder`")
	fs.StringVar(&target, "o", "", "`file` to write, - for standard output; a directory with -format maildir or eml")
	fs.Var(&form, "format", "`form`: mbox, mboxo, mboxcl2, maildir, eml, zip or jsonl")
	if err := parseTransfer(fs, args, p, exportUsage); err != nil {
		return err
	}
	if target == "" && fs.NArg() == 1 {
		target = fs.Arg(0)
	}
	f := archive.Format(form)
	tree := f == archive.Maildir || f == archive.EML
	if target == "" || tree && target == "-" {
		return fmt.Errorf("%w: use -o to say where to; -h says more", errUsage)
	}
	query := url.Values{"format": {string(archive.JSONL)}}
	if !tree {
		query.Set("format", string(f))
	}
	for name, value := range map[string]string{"address": address, "folder": folder} {
		if value != "" {
			query.Set(name, value)
		}
	}
	resp, err := r.ask(ctx, http.MethodGet, "/export", query, "", nil)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	switch {
	case tree:
		_, err := archive.WriteDir(target, f, archive.ReadFrom(resp.Body, "the server's answer", archive.Options{Format: archive.JSONL, MaxMail: 2 << 30}))
		return err
	case target == "-":
		_, err := io.Copy(p.Stdout, resp.Body)
		return err
	}
	file, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, resp.Body)
	return errors.Join(err, file.Close())
}
