package httpapi

import (
	"cmp"
	"errors"
	"iter"
	"mime"
	"net/http"
	"reflect"
	"strings"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/archive"
)

// Mail taken in from archives and given out to them.

// maxArchive bounds the body of an import, which is read as it comes.
const maxArchive = 16 << 30

// archiveTypes are the media types of archives. The bytes of an mbox tell its dialect.
var archiveTypes = map[string]archive.Format{
	"application/mbox": "", "application/zip": archive.Zip, "application/x-ndjson": archive.JSONL, "message/rfc822": archive.EML,
}

type importOf struct {
	To      string        `query:"to" doc:"the mailbox for all mails; with 'deliver', their recipient; by default as the archive says"`
	Folder  string        `query:"folder" doc:"the folder for all mails; by default as the archive says, or INBOX"`
	Deliver bool          `query:"deliver" doc:"1: deliver each mail as if it came by SMTP; by default mails are filed and nobody reacts"`
	Format  archiveFormat `query:"format" doc:"mbox, mboxo or mboxcl2, if the body is one of these; by default detected from the content"`
}

type exportOf struct {
	Address string        `query:"address" doc:"only this mailbox"`
	Folder  string        `query:"folder" doc:"only this folder"`
	Format  archiveFormat `query:"format" doc:"mbox (the default), mboxo, mboxcl2, zip, eml or maildir (as a zip), jsonl"`
}

// archiveFormat is the form of an archive.
type archiveFormat archive.Format

func (f *archiveFormat) parse(text string) error {
	for _, known := range archive.Formats() {
		if text == string(known) {
			*f = archiveFormat(text)
			return nil
		}
	}
	return errors.New("eml, mbox, mboxo, mboxcl2, maildir, zip or jsonl")
}

func transferRoutes() []Route {
	return []Route{
		route(post, "/import", member, "Import", "Imports the mails of an archive: one .eml, an mbox, a zip or JSON lines. Mails that cannot be read are reported, and the rest are imported.",
			(*call).importMail).example("?to=app@ours.test&folder=Old").takesType("application/mbox", "application/zip", "application/x-ndjson", "message/rfc822").takesLong().isCostly(),
		route(get, "/export", viewer, "Export", "Returns all mail, or the mail of one mailbox or folder, as an archive.",
			(*call).exportMail).answers(reflect.TypeFor[file]()).example("?address=app@ours.test&format=mbox").givesType("application/mbox", "application/zip", "application/x-ndjson").takesLong().isCostly(),
	}
}

// importMail reads the archive in the body as it comes.
func (c *call) importMail(in importOf) (mailsim.Imported, error) {
	media, _, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	format, ok := archiveTypes[media]
	if !ok {
		return mailsim.Imported{}, invalidf("the body must be an archive, with Content-Type message/rfc822, application/mbox, application/zip or application/x-ndjson")
	}
	o := archive.Options{Format: archive.Format(cmp.Or(in.Format, archiveFormat(format))), MaxMail: c.h.opts.MaxMail}
	body := http.MaxBytesReader(c.w, c.r.Body, maxArchive)
	return c.u.Import(c.ctx(), archive.ReadFrom(body, "body", o), mailsim.ImportOptions{To: in.To, Folder: in.Folder, Deliver: in.Deliver, MaxBytes: c.h.opts.MaxMail})
}

// exported is an archive on its way out.
type exported struct {
	format archive.Format
	mails  iter.Seq2[mailsim.Archived, error]
	stop   func()
}

// exportMail answers with an archive, which is written as the mails are read.
func (c *call) exportMail(in exportOf) (exported, error) {
	next, stop := iter.Pull2(c.u.Export(c.ctx(), mailsim.ExportFilter{Address: in.Address, Folder: in.Folder}))
	first, err, any := next()
	if err != nil {
		stop()
		return exported{}, err
	}
	mails := func(yield func(mailsim.Archived, error) bool) {
		for m, err := first, error(nil); any; m, err, any = next() {
			if !yield(m, err) {
				return
			}
		}
	}
	return exported{cmp.Or(archive.Format(in.Format), archive.Mbox), mails, stop}, nil
}

func (e exported) respond(w http.ResponseWriter, _ *http.Request) error {
	defer e.stop()
	media, ending := "application/zip", ".zip"
	switch e.format {
	case archive.Mbox, archive.Mboxo, archive.Mboxcl2:
		media, ending = "application/mbox", ".mbox"
	case archive.JSONL:
		media, ending = "application/x-ndjson", ".jsonl"
	}
	header := w.Header()
	header.Set("Content-Type", media)
	header.Set("Content-Disposition", disposition("mail"+strings.ToLower(ending)))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "sandbox")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	if _, err := archive.Write(w, e.format, e.mails); err != nil {
		panic(http.ErrAbortHandler) // too late for an answer: a cut archive must not look whole
	}
	return nil
}
