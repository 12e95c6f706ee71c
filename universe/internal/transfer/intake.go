package transfer

import (
	"cmp"
	"context"
	"errors"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/mime"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// intake is an import under way. Mails that are filed without anybody's reaction are
// gathered, and filed by the batch.
type intake struct {
	*Part
	o     mailsim.ImportOptions
	out   mailsim.Imported
	batch []mailsim.Archived
	bytes int
}

// add takes in one mail, at once or with those that follow. It returns what ends the import.
func (in *intake) add(ctx context.Context, m mailsim.Archived) error {
	if in.o.Deliver {
		return in.ended(ctx, m, in.take(ctx, m))
	}
	if len(m.Raw)+in.bytes > maxBatchBytes {
		if err := in.flush(ctx); err != nil {
			return err
		}
	}
	in.batch, in.bytes = append(in.batch, m), in.bytes+len(m.Raw)
	if len(in.batch) < maxBatch && in.bytes < maxBatchBytes {
		return nil
	}
	return in.flush(ctx)
}

// flush files what is gathered: together or, where that fails, one by one, so that what
// cannot be filed is named and the rest is.
func (in *intake) flush(ctx context.Context) error {
	batch := in.batch
	in.batch, in.bytes = nil, 0
	if len(batch) > 1 && in.together(ctx, batch) == nil {
		in.out.Mails += len(batch)
		return nil
	}
	for _, m := range batch {
		if err := in.ended(ctx, m, in.take(ctx, m)); err != nil {
			return err
		}
	}
	return nil
}

func (in *intake) together(ctx context.Context, batch []mailsim.Archived) error {
	list := make([]mailsim.Inject, len(batch))
	for i, m := range batch {
		var err error
		if list[i], err = in.inert(m); err != nil {
			return err
		}
	}
	return in.deliver.InjectAll(ctx, list)
}

// ended notes what became of a mail, and returns the error where it ends the import.
func (in *intake) ended(ctx context.Context, m mailsim.Archived, err error) error {
	switch {
	case err == nil:
		in.out.Mails++
	case errors.Is(err, mailsim.ErrFull), in.IsClosed(), in.Failure() != nil, ctx.Err() != nil:
		return err
	default:
		if in.out.Failed++; len(in.out.Errors) < maxErrors {
			in.out.Errors = append(in.out.Errors, mailsim.ImportFailure{Place: m.Place, Error: err.Error()})
		}
	}
	return nil
}

// take takes in one mail.
func (in *intake) take(ctx context.Context, m mailsim.Archived) error {
	if in.o.Deliver {
		if err := in.checkSize(m); err != nil {
			return err
		}
		return in.send(ctx, m, in.o)
	}
	one, err := in.inert(m)
	if err == nil {
		_, err = in.deliver.Inject(ctx, one)
	}
	return err
}

func (in *intake) checkSize(m mailsim.Archived) error {
	switch {
	case len(m.Raw) == 0:
		return fail.Invalidf("the mail is empty")
	case int64(len(m.Raw)) > in.o.MaxBytes:
		return fail.Invalidf("the mail has %d bytes: at most %d are taken", len(m.Raw), in.o.MaxBytes)
	}
	return nil
}

// inert is a mail as it is filed without anybody's reaction.
func (in *intake) inert(m mailsim.Archived) (mailsim.Inject, error) {
	if err := in.checkSize(m); err != nil {
		return mailsim.Inject{}, err
	}
	to := cmp.Or(in.o.To, m.Address)
	if to == "" {
		h := mime.ScanHeader(string(m.Raw[:min(len(m.Raw), 1<<20)]))
		if list := mime.ParseAddressList(h.Get("Delivered-To")); len(list) > 0 {
			to = list[0].Addr
		}
	}
	if to == "" {
		return mailsim.Inject{}, fail.Invalidf("to is required: the archive does not say whose mail it is")
	}
	return mailsim.Inject{To: to, Folder: cmp.Or(in.o.Folder, m.Folder), Raw: string(m.Raw), Flags: m.Flags, Time: m.Time}, nil
}
