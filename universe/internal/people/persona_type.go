package people

// Providers: who made a person.
const (
	ProviderAPI      = "api"
	providerCase     = "case"
	ProviderStranger = "stranger"
	ProviderWorld    = "world"
	ProviderMail     = "mail"
	ProviderConfig   = "config"
)
