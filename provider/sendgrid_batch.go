package provider

import (
	"cmp"
	"encoding/json"
	"net/http"
	"time"

	"github.com/mailsim/mailsim"
)

// SendGrid's batches of scheduled mails. A batch that is canceled takes its mails with it;
// one that is paused holds them until the pause is taken back.

// sendgridHold is how far ahead the mails of a paused batch are put.
const sendgridHold = 9 * 365 * 24 * time.Hour

// sendgridState is a batch; Status is cancel, pause or "" for neither.
type sendgridState struct {
	ID     string `json:"batch_id"`
	Status string `json:"status"`
}

// sendgridBatch makes the id of a batch, with which scheduled mails can be canceled.
func sendgridBatch(c *call) error {
	d, err := c.p.Draft(c.ctx(), "batch")
	if err != nil {
		return err
	}
	if err := sendgridSetBatch(c, d.ID, ""); err != nil {
		return err
	}
	c.answer(http.StatusCreated, map[string]string{"batch_id": d.ID})
	return nil
}

func sendgridSetBatch(c *call, id, status string) error {
	b, err := json.Marshal(sendgridState{id, status})
	if err != nil {
		return err
	}
	return c.p.SetRecord(c.ctx(), "batch", id, b)
}

// sendgridBatchOf is the batch of an id; an error when there is none.
func sendgridBatchOf(c *call, id string) (b sendgridState, err error) {
	raw, ok := c.p.Record("batch", id)
	if !ok || json.Unmarshal(raw, &b) != nil {
		return b, sendgridWrong(http.StatusBadRequest, "batch_id", "invalid batch id")
	}
	b.ID = id
	return b, nil
}

func sendgridBatchGet(c *call) error {
	b, err := sendgridBatchOf(c, c.r.PathValue("id"))
	if err == nil {
		c.answer(http.StatusOK, map[string]string{"batch_id": b.ID})
	}
	return err
}

// sendgridStates lists the batches that are canceled or paused: all, or that of the path.
func sendgridStates(c *call) error {
	list := []sendgridState{}
	for _, r := range c.p.Records("batch") {
		var b sendgridState
		if json.Unmarshal(r.Value, &b) == nil && b.Status != "" && r.ID == cmp.Or(c.r.PathValue("id"), r.ID) {
			list = append(list, b)
		}
	}
	c.answer(http.StatusOK, list)
	return nil
}

// sendgridScheduled cancels or pauses what a batch has scheduled (POST), or changes which of
// the two it is (PATCH).
func sendgridScheduled(c *call) error {
	var in sendgridState
	if err := c.decode(&in); err != nil {
		return err
	}
	change := c.r.Method == http.MethodPatch
	if change {
		in.ID = c.r.PathValue("id")
	}
	b, err := sendgridBatchOf(c, in.ID)
	switch {
	case err != nil:
		return err
	case in.Status != "cancel" && in.Status != "pause":
		return sendgridWrong(http.StatusBadRequest, "status", "status must be either cancel or pause")
	case change && b.Status == "":
		return sendgridWrong(http.StatusNotFound, "", "batch id not found")
	case !change && b.Status != "":
		return sendgridWrong(http.StatusBadRequest, "", "a status for this batch id exists, try PATCH to update the status")
	}
	if err := sendgridSetBatch(c, in.ID, in.Status); err != nil {
		return err
	}
	for _, r := range c.p.Records("batch-mail:" + in.ID) {
		sendgridApply(c, in.Status, r)
	}
	if change {
		c.w.WriteHeader(http.StatusNoContent)
		return nil
	}
	c.answer(http.StatusCreated, in)
	return nil
}

// sendgridResume takes a status back: mails that were held go at their time, or now where
// that is past. Canceled ones are gone.
func sendgridResume(c *call) error {
	b, err := sendgridBatchOf(c, c.r.PathValue("id"))
	if err != nil {
		return err
	}
	if b.Status == "" {
		return sendgridWrong(http.StatusNotFound, "", "batch id not found")
	}
	if err := sendgridSetBatch(c, b.ID, ""); err != nil {
		return err
	}
	for _, r := range c.p.Records("batch-mail:" + b.ID) {
		sendgridApply(c, "", r)
	}
	c.w.WriteHeader(http.StatusNoContent)
	return nil
}

// sendgridApply does to a mail what the status of its batch says. One that has gone out
// stays as it is.
func sendgridApply(c *call, status string, mail mailsim.ProviderRecord) {
	var due time.Time
	switch {
	case status == "cancel":
		_, _ = c.p.Cancel(c.ctx(), mail.ID)
	case json.Unmarshal(mail.Value, &due) != nil:
	case status == "pause":
		_, _ = c.p.Move(c.ctx(), mail.ID, due.Add(sendgridHold))
	default:
		_, _ = c.p.Move(c.ctx(), mail.ID, due)
	}
}

// sendgridJoin puts a scheduled mail into its batch, and does to it what the batch says.
func sendgridJoin(c *call, batch string, sent mailsim.ProviderSend) error {
	b, err := sendgridBatchOf(c, batch)
	if err != nil {
		return err
	}
	due, err := json.Marshal(sent.Due)
	if err != nil {
		return err
	}
	if err := c.p.SetRecord(c.ctx(), "batch-mail:"+batch, sent.ID, due); err != nil {
		return err
	}
	if b.Status != "" {
		sendgridApply(c, b.Status, mailsim.ProviderRecord{ID: sent.ID, Value: due})
	}
	return nil
}
