module github.com/mailsim/mailsim/mcp

go 1.26.0

replace github.com/mailsim/mailsim => ../

require (
	github.com/google/jsonschema-go v0.4.3
	github.com/mailsim/mailsim v0.1.0
	github.com/modelcontextprotocol/go-sdk v1.8.0
	github.com/stretchr/testify v1.12.1
)

require (
	blitiri.com.ar/go/spf v1.6.0 // indirect
	github.com/emersion/go-msgauth v0.7.0 // indirect
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/oauth2 v0.35.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/time v0.16.0 // indirect
)
