package mime

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// maxFilename is the longest file name in bytes, as most file systems have it.
const maxFilename = 200

// CleanFilename returns a name that is safe to save a download under: the base
// name only, without control, format (as U+202E, which reverses the extension)
// or reserved characters, of at most 200 bytes, its extension kept, and never
// empty, "." or "..".
func CleanFilename(s string) string {
	s = strings.ToValidUTF8(s, "_")
	if i := strings.LastIndexAny(s, `/\`); i >= 0 && strings.Trim(s[i+1:], ". ") != "" {
		s = s[i+1:]
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == '\u2028', r == '\u2029':
			return -1
		case strings.ContainsRune(`<>:"/\|?*`, r):
			return '_'
		}
		return r
	}, s)
	s = strings.Trim(s, " ")
	s = strings.TrimRight(s, ". ")
	if strings.Trim(s, "._ ") == "" {
		return "attachment"
	}
	return shorten(s)
}

// shorten cuts a file name before its extension.
func shorten(s string) string {
	if len(s) <= maxFilename {
		return s
	}
	ext := s[strings.LastIndexByte(s, '.')+1:]
	if len(ext) == len(s) || len(ext) > 20 {
		ext = ""
	} else {
		ext = "." + ext
	}
	cut := maxFilename - len(ext)
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strings.TrimRight(s[:cut], ". ") + ext
}

// extensions are those of types that come without a file name.
var extensions = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"application/gzip": "gz", "application/json": "json", "application/msword": "doc", "application/pdf": "pdf",
		"application/pgp-signature": "asc", "application/pkcs7-signature": "p7s", "application/pkcs7-mime": "p7m", "application/pgp-encrypted": "asc",
		"application/rtf": "rtf", "application/vnd.ms-excel": "xls", "application/vnd.ms-powerpoint": "ppt", "application/xml": "xml", "application/zip": "zip",
		"application/ms-tnef": "dat", "application/vnd.ms-tnef": "dat", "application/ics": "ics",
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document":   "docx",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":         "xlsx",
		"application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
		"audio/mpeg": "mp3", "audio/wav": "wav", "image/bmp": "bmp", "image/gif": "gif", "image/heic": "heic", "image/jpeg": "jpg", "image/jpg": "jpg",
		"image/png": "png", "image/svg+xml": "svg", "image/tiff": "tif", "image/webp": "webp", "message/delivery-status": "txt",
		"message/disposition-notification": "txt", "message/feedback-report": "txt", "message/rfc822": "eml", "message/global": "eml",
		"text/calendar": "ics", "text/csv": "csv", "text/html": "html", "text/markdown": "md", "text/plain": "txt", "text/rfc822-headers": "txt",
		"text/vcard": "vcf", "text/x-vcard": "vcf", "text/xml": "xml", "video/mp4": "mp4", "video/quicktime": "mov",
	}
})

// unnamed returns the file name of an attachment that came without one.
func unnamed(mediaType string) string {
	name := "attachment"
	switch mediaType {
	case "text/calendar", "application/ics":
		name = "invite"
	case "message/delivery-status", "message/disposition-notification", "message/feedback-report":
		name = strings.TrimPrefix(mediaType, "message/")
	case "text/rfc822-headers":
		name = "headers"
	case "application/ms-tnef", "application/vnd.ms-tnef":
		name = "winmail"
	case "application/pgp-signature":
		name = "signature"
	case "application/pkcs7-signature", "application/pkcs7-mime":
		name = "smime"
	}
	if strings.HasPrefix(mediaType, "image/") {
		name = "image"
	}
	ext, ok := extensions()[mediaType]
	if !ok {
		ext = "bin"
	}
	return name + "." + ext
}
