# The suite of npm mailhog, which sends by a program: alone.sh has its server.
set -e
mkdir -p "$1/bin" && cp "$COMPAT/sendmail.py" "$1/bin/sendmail" && chmod +x "$1/bin/sendmail"
cd "$1/mailhog-node"
PATH=$1/bin:$PATH MAILHOG_HOST=127.0.0.1 npx mocha --timeout 30000 index.test.js
