package worldgen

import (
	"strings"
	"sync"

	"github.com/mailsim/mailsim/internal/rng"
)

// Sender is someone, or some program, that writes to the company.
type Sender struct {
	Name      string // as shown in From
	Given     string // first name; empty for bulk senders
	Address   string
	Org       string
	Role      string
	Formality string // casual, neutral or formal
	Length    string // short, medium or long
	Signature string
	Who       string // in one sentence
}

// NewSender makes a sender of a kind. Its address is under .test or .example. People are of
// the language's names and roles; language "" is of many names, writing English.
func NewSender(r *rng.Rand, kind, language string) Sender {
	switch kind {
	case Newsletter:
		return publisher(r)
	case Spam:
		return spammer(r)
	case Phishing:
		return phisher(r)
	}
	o, jobs := rng.Pick(r, origins()), roles()[kind]
	if t := tableOf(language); language != "" {
		o, jobs = origin{t.scopes[""]["given names"], t.scopes[""]["family names"]}, t.scopes[kind]["roles"]
	}
	given, family := rng.Pick(r, o.given), rng.Pick(r, o.family)
	f := newFirm(r, family)
	if list := tableOf(language).scopes[""]["firms"]; language != "" {
		f.name = strings.ReplaceAll(rng.Pick(r, list), "{family}", family)
		f.domain = slug(f.name) + rng.Pick(r, []string{".example", ".test"})
	}
	role := rng.Pick(r, jobs)
	s := Sender{
		Name: given + " " + family, Given: given, Org: f.name, Role: role,
		Formality: []string{"casual", "neutral", "formal"}[r.Weighted([]int{30, 50, 20})],
		Length:    []string{"short", "medium", "long"}[r.Weighted([]int{35, 50, 15})],
	}
	if private := kind == Customer || kind == Support || kind == Custom; private && r.Chance(0.35) {
		s.Org, s.Role = "", ""
		f.domain = rng.Pick(r, mailHosts)
	}
	s.Address = localPart(r, given, family, s.Org == "") + "@" + f.domain
	s.Who = who(s, kind)
	if s.Org != "" && r.Chance(0.6) {
		s.Signature = signature(r, s, f)
	}
	return s
}

// mailHosts are where private people have their mailboxes.
var mailHosts = []string{"postfach.example", "mailbox.example", "inbox.test", "quickmail.test", "webpost.example", "home.test"}

func who(s Sender, kind string) string {
	at := ""
	if s.Org != "" {
		at = ", " + s.Role + " at " + s.Org
	}
	return s.Name + at + whoWrites()[kind]
}

var whoWrites = sync.OnceValue(func() map[string]string {
	return map[string]string{
		Lead: ", looking for a product to buy", Support: ", a user who needs help", Vendor: ", who sells to the company", Partner: ", who wants to work together",
		Customer: ", a customer", Custom: ", who writes now and then",
	}
})

func signature(r *rng.Rand, s Sender, f firm) string {
	lines := []string{s.Name, s.Role + ", " + s.Org}
	if r.Chance(0.5) {
		lines = []string{s.Name, s.Role, s.Org}
	}
	if r.Chance(0.5) {
		lines = append(lines, "www."+f.domain)
	}
	return strings.Join(lines, "\n")
}

// localPart is the part of an address before the @, in ASCII.
func localPart(r *rng.Rand, given, family string, private bool) string {
	g, f := slug(given), slug(family)
	if private {
		return rng.Pick(r, []string{g + "." + f, g + f, f + "." + g, g + "_" + f}) + r.Text("123456789", r.IntN(3))
	}
	return rng.Pick(r, []string{g + "." + f, g + "." + f, g[:1] + "." + f, g, g[:1] + f, f})
}

// firm is a company with its domain.
type firm struct{ name, domain string }

func newFirm(r *rng.Rand, family string) firm {
	var name string
	switch r.Weighted([]int{45, 30, 25}) {
	case 0:
		name = rng.Pick(r, firstWords) + " " + rng.Pick(r, secondWords)
	case 1:
		name = rng.Pick(r, firstWords) + rng.Pick(r, endings)
	default:
		name = family + " " + rng.Pick(r, trades)
	}
	return firm{name, slug(name) + rng.Pick(r, []string{".example", ".example", ".test"})}
}

// Words that firms are named by.
var (
	firstWords = strings.Fields("Amber Anchor Aspen Beacon Birch Bright Canyon Cedar Cobalt Copper Coral Crescent Delta Ember Fjord Flint Garnet Golden Granite " +
		"Harbour Hazel Heron Indigo Iron Juniper Kestrel Lantern Linden Lunar Maple Meadow Meridian Mosaic Nordic North Oak Opal Orchard Osprey Pebble Pine " +
		"Prairie Quartz Quiet Raven Ridge River Rowan Saffron Sage Silver Slate Solar Sparrow Spruce Summit Tidal Timber Umber Velvet Violet Walnut Willow Winter")
	secondWords = strings.Fields("Analytics Bakery Builders Catering Clinics Consulting Design Dynamics Electronics Energy Events Foods Freight Gardens Group Health " +
		"Hotels Instruments Interiors Labs Learning Legal Logistics Media Mobility Optics Outdoors Partners Press Print Robotics Schools Security Software Sports " +
		"Studio Supplies Systems Textiles Tools Travel Works")
	endings = strings.Fields("bridge craft dale field forge gate hill leaf line mark path point port stone ware way well works")
	trades  = []string{"& Partners", "& Sons", "Consulting", "Engineering", "Furniture", "Group", "Imports", "Logistics", "Print", "Services", "Solutions", "Trading"}
)

// roles are the jobs of those who write, by kind.
var roles = sync.OnceValue(func() map[string][]string {
	return map[string][]string{
		Lead:     {"Head of Operations", "Office Manager", "Founder", "Procurement Lead", "Product Manager", "IT Manager", "Marketing Director", "Managing Director", "Team Lead", "Project Manager"},
		Support:  {"Accountant", "Team Assistant", "Analyst", "Warehouse Lead", "Customer Service Agent", "Sales Associate", "IT Administrator", "Coordinator", "Shop Manager"},
		Vendor:   {"Accounts Receivable", "Account Manager", "Billing", "Sales Administrator", "Finance Assistant", "Owner", "Key Account Manager"},
		Partner:  {"Partnerships Manager", "Business Development", "Alliances Lead", "Co-founder", "Community Manager", "Head of Partnerships", "Event Manager"},
		Customer: {"Office Manager", "Buyer", "Branch Manager", "Operations Manager", "Administrator", "Owner", "Coordinator", "Head of Service"},
		Custom:   {"Manager", "Assistant", "Coordinator", "Editor", "Researcher", "Consultant", "Director"},
	}
})

// slug is a text in the letters of a domain.
func slug(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			b.WriteRune(r)
		case 'A' <= r && r <= 'Z':
			b.WriteRune(r + 'a' - 'A')
		default:
			b.WriteString(plain()[r])
		}
	}
	return b.String()
}

// plain spells the letters of our names in ASCII, as their bearers do.
var plain = sync.OnceValue(func() map[rune]string {
	return map[rune]string{
		'ä': "ae", 'ö': "oe", 'ü': "ue", 'ß': "ss", 'á': "a", 'à': "a", 'â': "a", 'ã': "a", 'å': "aa", 'ą': "a", 'ă': "a", 'é': "e", 'è': "e", 'ê': "e", 'ë': "e",
		'ę': "e", 'ě': "e", 'í': "i", 'î': "i", 'ı': "i", 'ó': "o", 'ô': "o", 'õ': "o", 'ø': "oe", 'ú': "u", 'û': "u", 'ů': "u", 'ñ': "n", 'ń': "n", 'ç': "c",
		'ć': "c", 'č': "c", 'ł': "l", 'ś': "s", 'š': "s", 'ş': "s", 'ș': "s", 'ğ': "g", 'ż': "z", 'ž': "z", 'ź': "z", 'ý': "y", 'ř': "r", 'ț': "t", 'æ': "ae",
		'Á': "a", 'É': "e", 'İ': "i", 'Ö': "oe", 'Ø': "oe", 'Ł': "l", 'Č': "c", 'Ç': "c", 'Š': "s", 'Ž': "z", 'Ş': "s", 'Ó': "o", 'Å': "aa", 'Ș': "s",
	}
})

// origin is where names that go together come from.
type origin struct{ given, family []string }

var origins = sync.OnceValue(func() []origin {
	return []origin{
		names("Anna Thomas Julia Stefan Katharina Jürgen Sabine Florian Björn Miriam", "Weber Schäfer Becker Köhler Vogel Krüger Brandt Lehmann Voß Hartmann"),
		names("Claire Antoine Élodie Julien Amélie Mathieu Camille François Margaux Rémi", "Lefèvre Moreau Girard Chevalier Dubois Fontaine Bertrand Lemaître Roche Perrin"),
		names("Emily James Charlotte Oliver Grace Harry Megan Daniel Sophie George", "Whitfield Carter Hughes Bennett Thornton Ashworth Palmer Doyle Fletcher Marsh"),
		names("Lucía Javier Carmen Álvaro Nuria Diego Pilar Sergio Inés Marcos", "García Navarro Ibáñez Molina Vidal Castaño Serrano Peña Ríos Cabrera"),
		names("Giulia Marco Chiara Lorenzo Elena Matteo Federica Paolo Silvia Davide", "Rossi Bianchi Ferrari Colombo Greco Marchetti Fontana Moretti Conti Galli"),
		names("Agnieszka Paweł Katarzyna Łukasz Małgorzata Tomasz Zofia Marek Ewa Jakub", "Nowak Kowalczyk Wiśniewska Zieliński Kamińska Dąbrowski Lis Wójcik Mazur Sikora"),
		names("Ingrid Lars Freja Mikkel Astrid Søren Linnéa Erik Maja Henrik", "Lindqvist Nygaard Bergström Sørensen Dahl Hansen Åkesson Holm Johansson Vik"),
		names("Priya Arjun Ananya Rahul Kavita Vikram Meera Sanjay Divya Rohan", "Sharma Iyer Patel Nair Chatterjee Reddy Kapoor Menon Desai Bhat"),
		names("Yuki Haruto Sakura Kenji Aiko Takumi Naomi Hiroshi Emi Daichi", "Tanaka Kobayashi Mori Yamamoto Sato Ishikawa Fujita Nakamura Ono Hayashi"),
		names("Wei Mei Jun Li Xin Hao Yan Ming Fang Bo", "Chen Zhang Liu Huang Zhou Lin Wu Zhao Sun Gao"),
		names("Amara Chidi Ngozi Emeka Folake Tunde Zainab Kofi Abena Kwame", "Okafor Adeyemi Mensah Balogun Eze Owusu Nwosu Boateng Ibrahim Danso"),
		names("Leila Omar Yasmin Karim Nadia Tariq Salma Hassan Rania Ziad", "Haddad Mansour Nasser Khoury Farouk Saleh Rahman Bishara Aziz Hamdan"),
		names("Beatriz João Mariana Tiago Inês Rafael Larissa Gustavo Camila Bruno", "Silva Oliveira Almeida Carvalho Teixeira Azevedo Moura Figueiredo Rocha Barbosa"),
		names("Elif Mehmet Zeynep Emre Ayşe Burak Selin Cem Defne Onur", "Yılmaz Demir Kaya Şahin Çelik Aydın Öztürk Arslan Koç Polat"),
		names("Olena Andriy Kateryna Dmytro Iryna Taras Oksana Bohdan Yulia Maksym", "Kovalenko Shevchuk Bondar Melnyk Tkachenko Kravets Lysenko Moroz Savchenko Rudenko"),
		names("Sanne Daan Lotte Bram Femke Jeroen Anouk Pieter Maud Thijs", "Jansen Visser Bakker Mulder Smit Dekker Vermeer Hoekstra Kuipers Postma"),
	}
})

func names(given, family string) origin { return origin{strings.Fields(given), strings.Fields(family)} }
