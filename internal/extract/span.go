package extract

import (
	"strings"
	"unicode"
)

// timeUnits begin the words for units of time: "minutes", "Stunden", "часа".
var timeUnits = []string{
	"min", "sec", "seg", "sek", "hour", "hrs", "day", "stund", "tag", "heure", "jour", "hora", "dia", "ora", "ore", "giorn", "uur", "uren", "dag", "timm", "time", "tim",
	"dogn", "godz", "dni", "den", "hodin", "perc", "nap", "zile", "zi", "dakika", "saat", "gun", "phut", "gio", "ngay", "giay", "menit", "jam", "hari", "detik", "tund",
	"paev", "paiv", "tunt", "ur", "sat", "dan", "valand", "минут", "мин", "час", "секунд", "дн", "ден", "суток", "хвил", "годин", "λεπτ", "ωρ", "ημερ", "دقيق", "دقايق",
	"ساع", "يوم", "שעות", "שעה", "דקות", "דקה", "ימים", "मिनट", "घंट", "दिन", "นาที", "ชั่วโมง", "วัน", "分", "秒", "小时", "小時", "时", "時", "天", "日", "분", "초", "시간", "일",
}

// aheads stand before a span of time that is to come, awaits after one, froms before a time of day: "in ten minutes",
// "10 dakika sonra", "ab 12:30".
var (
	aheads = setOf("in", "within", "after", "binnen", "nach", "dans", "apres", "en", "tras", "tra", "fra", "entro", "dopo", "em", "apos", "over",
		"na", "om", "inom", "innen", "inden", "efter", "etter", "za", "po", "do", "cez", "peste", "dupa", "через", "за", "после", "след", "през", "після", "σε", "μετα", "trong",
		"sau", "dalam", "setelah", "par", "pec", "uz", "بعد", "خلال", "תוך", "בעוד", "หลังจาก", "ภายใน")
	awaits = setOf("sonra", "icinde", "mulva", "belul", "utan", "kuluttua", "paasta", "kuluessa", "jooksul", "parast", "lagi", "बाद", "में")
	froms  = setOf("ab", "from", "vanaf", "des", "desde", "dalle", "od", "fran", "fra", "с", "з", "от", "по", "after", "nach", "apres", "efter", "etter", "после", "після", "dopo")
)

// startsWithTime tells a short number and a unit of time: "10分钟后", "10 minutes".
func startsWithTime(s string) bool {
	rest := strings.TrimLeft(s[:min(len(s), 24)], "0123456789")
	n := min(len(s), 24) - len(rest)
	return n > 0 && n <= 3 && hasUnit(strings.TrimLeft(rest, " "))
}

func hasUnit(s string) bool {
	for _, u := range timeUnits {
		if strings.HasPrefix(s, u) {
			return true
		}
	}
	return false
}

// isAhead tells that a clause names a time that is to come.
func isAhead(low string) bool {
	words := strings.FieldsFunc(low, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:()", r) })
	for k, w := range words {
		if i := strings.IndexAny(w, "0123456789"); i >= 0 && hasUnit(strings.TrimLeft(w[i:], "0123456789-")) && strings.ContainsAny(w[i:], "后後内內후뒤") {
			return true
		}
		if k == 0 {
			continue
		}
		before := words[k-1]
		switch {
		case froms.has(before) && isHour(w) && k+1 < len(words) && (isHour(words[k+1]) || words[k+1] == "uhr" || words[k+1] == "h"):
			return true
		case !hasUnit(w):
		case k > 1 && aheads.has(words[k-2]), aheads.has(before), k+1 < len(words) && awaits.has(words[k+1]) && allDigits(before):
			return true
		}
	}
	return false
}

func isHour(w string) bool {
	return len(w) <= 2 && allDigits(w) || len(w) == 5 && w[2] == '.' && allDigits(w[:2]+w[3:])
}
