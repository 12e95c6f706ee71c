package worldgen

import (
	"github.com/mailsim/mailsim/internal/mimebuild"
	"github.com/mailsim/mailsim/internal/pdf"
)

// billPDF is the invoice that a vendor's mail carries, as a PDF of one page.
func (w *writer) billPDF() []mimebuild.Attachment {
	no := w.value("invno", 0)
	lines := []string{
		w.order.From.Org, "", "INVOICE " + no, "Date: " + w.value("billdate", 0), "", w.topic.text, "", "Net: " + w.value("net", 0), "VAT 20 %: " + w.value("vat", 0),
		"Total: " + w.value("amount", 0), "", "Payable until " + w.value("duedate", 0) + ", " + w.value("terms", 0) + " days net.",
	}
	return []mimebuild.Attachment{{Filename: "Invoice-" + no + ".pdf", ContentType: "application/pdf", Data: pdf.Page(lines)}}
}
