# The integration suite of PyPI mailpit-api-client, of 2023: alone.sh has its server. Left
# out are Mailpit's greetings word by word, and whole messages, in which it wants the field
# Read that Mailpit no longer has.
set -e
cd "$1"
mkdir -p stand-in/logging518
printf 'import logging\ndef fileConfig(name): logging.basicConfig()\n' >stand-in/logging518/config.py
touch stand-in/logging518/__init__.py
HOME=$1 PYTHONPATH=$1:$1/stand-in /usr/bin/python3 -m pytest -q -p no:cacheprovider --basetemp="$1/tmp" tests/integration \
	--ignore tests/integration/test_smtp.py -k "not (test_get_message and not headers)"
