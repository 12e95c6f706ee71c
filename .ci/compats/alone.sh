# Runs a command beside a server at MailHog's and Mailpit's own ports, in a network
# namespace: alone.sh WORK COMMAND... RELAY=1 has it release mail, to itself.
set -e
work=$1
shift
ip link set lo up
rm -f "$work/alone.ready"
"$MAILSIMD" -open -config "$work/empty.yaml" -http 127.0.0.1:8025 -smtp 127.0.0.1:1025 -smtps '' -imap '' -imaps '' ${RELAY:+-relay 127.0.0.1:1025 -relay-insecure} -ready "$work/alone.ready" >"$work/alone.log" 2>&1 &
server=$!
trap 'kill $server' EXIT
for _ in $(seq 100); do [ -s "$work/alone.ready" ] && break; sleep 0.1; done
"$@"
