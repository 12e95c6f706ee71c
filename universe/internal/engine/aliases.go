package engine

import "github.com/mailsim/mailsim/universe/internal/settings"

type settingsPart = settings.Part
