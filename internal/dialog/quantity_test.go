package dialog

import (
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim/internal/gist"
)

// TestValuesLieWithinWhatTheMailSays: the figures of the mail bound what is answered.
func TestValuesLieWithinWhatTheMailSays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][3]string{
		"How many rows would you like to dig? Five is the limit per member.":                      {"", "1", "5"},
		"What fee do you have in mind for the evening? The others asked for between £40 and £60.": {"£", "40", "60"},
		"How long is your caravan? The bays take no more than 6 metres.":                          {"m", "4", "6"},
		"How wide do you want the bench? I sketched 40 cm, but you said 45.":                      {"cm", "40", "45"},
		"What is the lowest price you would take for the vase? Such pieces are listed at £90.":    {"£", "30", "89"},
		"How heavy is the marquee?":                             {"kg", "20", "80"},
		"How wide's your kiosk, with the awning?":               {" m", "2", "5"},
		"How far apart should the raspberries stand in my row?": {"cm", "30", "90"},
		"What oz do you use for sparring?":                      {"oz", "12", "16"},
		"How many grams of coffee do you want each month? You are getting a kilo, that is too much for me.": {" g", "100", "900"},
		"For how many days shall we keep the recordings? 20 is normal, 200 the maximum.":                    {"days", "20", "200"},
		"What did the glazier's bill come to? I remember something near two hundred.":                       {"£", "150", "250"},
		"How many queries an hour do you need? You have 80 at present, and anything up to 900 is fine.":     {"", "80", "900"},
		"Please send the figure showing on the gas meter. In autumn it stood at 21,300.":                    {"", "21300", "22500"},
		"How would you score the pain in your hip, 0 being none and 10 the worst you can think of?":         {"out of 10", "0", "10"},
	} {
		for seed := range 8 {
			out := Plan(in(strconv.Itoa(seed), gist.Read("", text)))
			require.NotEmpty(t, out.Moves, text)
			said := out.Moves[len(out.Moves)-1].Values["value"]
			assert.Contains(t, said, want[0], text)
			holds(t, text, said, want[1]+"-"+want[2])
		}
	}
}

// TestHoursLieWithinWhatTheMailSays: closing times, spans and the form that is asked for.
func TestHoursLieWithinWhatTheMailSays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"For how many months do you want the locker? We rent them for three to nine.":       `^(Three|Four|Five|Six|Seven|Eight|Nine) months`,
		"We have to note how tall your hedge is.":                                           `^My hedge is [12](\.\d)? m tall$`,
		"For the permit we ask how many miles you drive in a year, and how old the car is.": `years`,
		"Which length of hose do you need? I drew 12 m, you wrote 15.":                      `^.*\b1[25] m`,
		"Please quote the batch number. It is a letter and six digits.":                     `^\w\d+`,
		"How often should we inspect it? The minimum is three times a year.":                `^(three|four|five) times a year$`,
		"What year's the caravan?":                                                          `^In 20[012]\d$`,
		"We cannot enter the foal without her year of birth.":                               `^In 20[012]\d$`,
		"From which date to which date will the dog stay? We have room from 3 to 20 March.": `March.* March`,
		"When do you get in on Saturday? Your uncle comes to the train.":                    `\d (am|pm)$|noon`,
		"how long u want the lathe for":                                                     `days$`,
		"What hourly wage did the mill offer you?":                                          `^The mill offered me £1\d(\.50)?$`,
		"How long until the lacquer is dry? It must be dry by noon.":                        `hours$`,
		"What percentage of the seats is taken?":                                            `%`,
		"How old is the kitten in weeks?":                                                   `\b(nine|ten|1[1-4]) weeks`,
		"What time will you fetch the frame? We shut at 5 on that day.":                     `^(2:30|2:45|3|3:15|3:30|3:45|4|4:15|4:30|4:45) pm$`,
		"Until what time would you like the private room? It is laid again at 6.":           `^Until [3-6](:\d\d)? pm$`,
		"From what time until what time can you have the studio? It is ours 4 to 10.":       `(noon|pm) .*pm`,
		"When does your passport expire? I need the expiry date.":                           `\b20(2[6-9]|3\d)$`,
		"Which date in March would suit you? She is in Monday to Thursday.":                 `^(Mon|Tues|Wednes|Thurs)day \d+ March`,
	} {
		for seed := range 8 {
			g := gist.Read("", text)
			i := in(strconv.Itoa(seed), g)
			out := Plan(i)
			require.NotEmpty(t, out.Moves, text)
			assert.Regexp(t, regexp.MustCompile("(?i)"+want), out.Moves[len(out.Moves)-1].Values["value"], text)
		}
	}
}
