# The end-to-end suite of a Go client: where it asks for Mailpit's image it gets mailsimd.
set -e
cd "$1"
mkdir -p certs
openssl req -x509 -newkey rsa:2048 -nodes -keyout certs/smtp.key -out certs/smtp.crt -days 2 -subj /CN=localhost -addext "subjectAltName=DNS:localhost,IP:127.0.0.1" 2>/dev/null
mkdir stand-in && cp -r "$COMPAT/testcontainers/." stand-in
for file in stand-in/*.go.txt stand-in/wait/*.go.txt; do mv "$file" "${file%.txt}"; done
printf 'module github.com/testcontainers/testcontainers-go\n\ngo 1.25.0\n' >stand-in/go.mod
go mod edit -replace github.com/testcontainers/testcontainers-go=./stand-in
GOFLAGS=-mod=mod go mod tidy >/dev/null 2>&1
# Left out: what asks GitHub for Mailpit's own description.
SSL_CERT_FILE=$PWD/certs/smtp.crt go test -v -skip 'TestAPIRouteCoverage' .
