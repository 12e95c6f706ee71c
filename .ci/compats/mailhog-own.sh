# The suite of npm mailhog at MailHog's own ports, in a network namespace.
set -e
ip link set lo up
"$MAILSIMD" -open -config "$1/empty.yaml" -http 127.0.0.1:8025 -smtp 127.0.0.1:1025 -smtps '' -imap '' -imaps '' -relay 127.0.0.1:1025 -relay-insecure -ready "$1/hog.ready" >"$1/hog.log" 2>&1 &
server=$!
trap 'kill $server' EXIT
for _ in $(seq 100); do [ -s "$1/hog.ready" ] && break; sleep 0.1; done
mkdir -p "$1/bin" && cp "$COMPAT/sendmail.py" "$1/bin/sendmail" && chmod +x "$1/bin/sendmail"
cd "$1/mailhog-node"
PATH=$1/bin:$PATH MAILHOG_HOST=127.0.0.1 npx mocha --timeout 30000 index.test.js
