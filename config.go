package mailsim

// Config is a YAML file as read.
type Config struct{}

func (c *Config) options(o Options) Options { return o }
func (c *Config) finish(u *Universe) error  { return nil }
func (t *tx) applyConfig(c *Config) error   { return nil }
