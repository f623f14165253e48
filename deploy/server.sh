#!/usr/bin/env bash
# The server of this checkout, in the background; its log is .local/server.log.
#
#   deploy/server.sh start | stop | status | logs
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
cd "$root"

pid_file=$local_dir/server.pid
log=$local_dir/server.log

# running tells whether the process that was started still runs; its number
# may be another program's by now.
running() {
	[ -f "$pid_file" ] && ps -p "$(cat "$pid_file")" -o args= 2>/dev/null | grep -qF "$root/bin/server"
}

# base prints the URL at which the server is reached from this machine.
base() {
	bin/server --dump-config |
		sed -n '/^\[server\]/,/^\[log\]/s/^address = "\{0,1\}\([^" ]*\).*/\1/p' | sed 's/^0\.0\.0\.0:/127.0.0.1:/; s/^:/127.0.0.1:/; s|^|http://|'
}

start() {
	running || launch
	wait_ready
	say "the server answers on $(base)"
}

launch() {
	require_free_address
	mkdir -p "$local_dir"
	local detach=""
	! have setsid || detach=setsid # a process group of its own: an interrupt at the terminal is not for it
	$detach nohup "$root/bin/server" --config "$root/config.ini" >>"$log" 2>&1 </dev/null &
	echo $! >"$pid_file"
}

# require_free_address ends the script when the port is another program's: of
# another checkout, say, whose answer would pass for ours.
require_free_address() {
	local address
	address=$(base)
	! port_taken "${address##*:}" || die "something else listens on ${address#http://}" \
		"stop it, or set address in section [server] of config.ini"
}

# wait_ready waits for at most a minute, or until the process is gone.
wait_ready() {
	local url tries=0
	url=$(base)/readyz
	until curl -fsS -o /dev/null --max-time 2 "$url" 2>/dev/null; do
		running || die "the server ended: $(tail -1 "$log")" "see $log"
		tries=$((tries + 1))
		[ "$tries" -lt 300 ] || die "the server does not get ready: $url: $(curl -sS --max-time 2 "$url" 2>&1 | head -1)" "see $log"
		sleep 0.2
	done
}

# stop ends the server; it gets 20 s to finish what it does.
stop() {
	running || { rm -f "$pid_file"; return 0; }
	local pid tries=0
	pid=$(cat "$pid_file")
	kill -TERM "$pid"
	while running; do
		tries=$((tries + 1))
		[ "$tries" -lt 200 ] || { say "the server does not stop, killing it"; kill -KILL "$pid"; break; }
		sleep 0.1
	done
	rm -f "$pid_file"
	say "the server stopped"
}

status() {
	if running; then
		echo "server:   running, process $(cat "$pid_file"), $(base)"
	else
		echo "server:   stopped"
	fi
}

logs() { [ ! -f "$log" ] || tail -n 100 "$log"; }

case ${1:-} in
start | stop | status | logs) "$1" ;;
*) usage "$0" ;;
esac
