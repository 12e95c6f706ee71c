#!/usr/bin/env bash
# What the GitHub Action does: gets a release, checks it, starts it, and tells the
# steps behind it where it is: SMTP_HOST, SMTP_PORT, IMAP_HOST, IMAP_PORT and
# MAILSIM_URL in their environment. RELEASES is where releases are.
set -euo pipefail
releases=${RELEASES:-https://github.com/mailsim/mailsim/releases}
work=${RUNNER_TEMP:-$(mktemp -d)}/mailsim
mkdir -p "$work"

case "$(uname -s)" in
Linux) os=linux kind=tar.gz ;;
Darwin) os=darwin kind=tar.gz ;;
*) os=windows kind=zip ;;
esac
case "$(uname -m)" in
x86_64 | amd64) arch=amd64 ;;
arm64 | aarch64) arch=arm64 ;;
*) echo "::error::mailsim has no release for $(uname -m)"; exit 1 ;;
esac

get() { curl -fsSL --retry 3 --retry-delay 2 -o "$2" "$1"; }
version=${VERSION#v}
if [ "${version:-latest}" = latest ]; then
	version=$(curl -fsSLI -o /dev/null -w '%{url_effective}' "$releases/latest")
	version=${version##*/v}
fi
archive=mailsimd_${version}_${os}_$arch.$kind
get "$releases/download/v$version/$archive" "$work/$archive"
get "$releases/download/v$version/checksums.txt" "$work/checksums.txt"
(
	cd "$work"
	line=$(awk -v f="$archive" '$2 == f || $2 == "*" f' checksums.txt)
	[ -n "$line" ] || { echo "::error::$archive is not in checksums.txt"; exit 1; }
	if command -v sha256sum >/dev/null; then sum=$(sha256sum "$archive"); else sum=$(shasum -a 256 "$archive"); fi
	[ "${sum%% *}" = "${line%% *}" ] || { echo "::error::$archive is not what was released"; exit 1; }
	mkdir -p bin
	if [ $kind = zip ]; then unzip -oq "$archive" -d bin; else tar -xzf "$archive" -C bin; fi
)
echo "$work/bin" >>"$GITHUB_PATH"

flags=(-http "$HTTP" -smtp "$SMTP" -imap "$IMAP" -smtps= -imaps= "-open=$OPEN" -starttls cert -demo=false -rate 1000 -ready "$work/ready.json")
[ -z "$CONFIG" ] || flags+=(-config "$CONFIG")
rm -f "$work/ready.json"
# shellcheck disable=SC2086 # further flags are words
nohup "$work/bin/mailsimd" "${flags[@]}" $ARGS >"$work/log" 2>&1 </dev/null &
pid=$!
for _ in $(seq 150); do
	[ ! -s "$work/ready.json" ] || break
	kill -0 $pid 2>/dev/null || break
	sleep 0.2
done
[ -s "$work/ready.json" ] || { cat "$work/log"; echo "::error::mailsimd did not start"; exit 1; }

field() { sed -E "s/.*\"$1\": *\"([^\"]*)\".*/\1/" "$work/ready.json"; }
url=$(field http) smtp=$(field smtp) imap=$(field imap) key=$(field key)
echo "::add-mask::$key"
{
	echo "url=$url"
	echo "smtp=$smtp"
	echo "imap=$imap"
	echo "key=$key"
	echo "log=$work/log"
	echo "pid=$pid"
} >>"$GITHUB_OUTPUT"
{
	echo "MAILSIM_URL=$url"
	echo "SMTP_HOST=${smtp%:*}"
	echo "SMTP_PORT=${smtp##*:}"
	echo "IMAP_HOST=${imap%:*}"
	echo "IMAP_PORT=${imap##*:}"
} >>"$GITHUB_ENV"
echo "mailsim $version serves the API at $url, SMTP at $smtp and IMAP at $imap"
