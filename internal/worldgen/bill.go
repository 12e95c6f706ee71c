package worldgen

import (
	"fmt"
	"strings"

	"github.com/mailsim/mailsim/internal/mimebuild"
)

// billPDF is the invoice that a vendor's mail carries, as a PDF of one page.
func (w *writer) billPDF() []mimebuild.Attachment {
	no := w.value("invno", 0)
	lines := []string{
		w.order.From.Org, "", "INVOICE " + no, "Date: " + w.value("billdate", 0), "", w.topic.text, "", "Net: " + w.value("net", 0), "VAT 20 %: " + w.value("vat", 0),
		"Total: " + w.value("amount", 0), "", "Payable until " + w.value("duedate", 0) + ", " + w.value("terms", 0) + " days net.",
	}
	return []mimebuild.Attachment{{Filename: "Invoice-" + no + ".pdf", ContentType: "application/pdf", Data: pdf(lines)}}
}

// pdf is a document of one page of text (ISO 32000-1, 7.5).
func pdf(lines []string) []byte {
	var page strings.Builder
	page.WriteString("BT /F1 12 Tf 16 TL 72 760 Td")
	for _, l := range lines {
		page.WriteString(" (" + pdfText(l) + ") Tj T*")
	}
	page.WriteString(" ET")
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", page.Len(), page.String()),
	}
	var b strings.Builder
	b.WriteString("%PDF-1.4\n")
	at := make([]int, len(objects))
	for i, o := range objects {
		at[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return []byte(b.String())
}

// pdfText is a line in the standard encoding; what it lacks becomes a question mark.
func pdfText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '(' || r == ')' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r >= ' ' && r < 0x7f:
			b.WriteRune(r)
		case r >= 0xa0 && r <= 0xff:
			fmt.Fprintf(&b, "\\%03o", r)
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}
