package people

// Who made a person. The provider is stored; only a YAML file keeps its people to itself.
const (
	ProviderAPI      = "api"
	providerCase     = "case"
	ProviderStranger = "stranger"
	ProviderWorld    = "world"
	ProviderMail     = "mail"
	ProviderConfig   = "config"
)
