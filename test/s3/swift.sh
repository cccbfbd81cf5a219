#!/bin/sh
# OpenStack Swift with its S3 interface, in one folder and for one test run: a second server, written by other
# people than Ceph's and with other habits. It listens on 127.0.0.1 only; the file system below DIR must keep
# extended attributes. Needs root and, from Debian, swift-proxy swift-account swift-container swift-object
# memcached.
#
#   swift.sh start DIR S3_PORT ACCOUNT_PORT CONTAINER_PORT OBJECT_PORT MEMCACHED_PORT
#                       DIR is new; returns when S3 answers; the access key is test:tester, the secret testing
#   swift.sh stop DIR
set -eu

action=$1
dir=$2

# store NAME PORT: the ring (one device holds everything, once) and the configuration of one storage server.
store() {
  swift-ring-builder "$1.builder" create 4 1 1 >/dev/null
  swift-ring-builder "$1.builder" add "r1z1-127.0.0.1:$2/disk" 1 >/dev/null
  swift-ring-builder "$1.builder" rebalance >/dev/null
  cat >"$1.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $2
user = root
workers = 1
swift_dir = $dir/etc
devices = $dir/devices
mount_check = false
[pipeline:main]
pipeline = $1-server
[app:$1-server]
use = egg:swift#$1
CONF
}

# proxy PORT MEMCACHED_PORT: the front, with S3 translated to Swift and large objects kept as segments.
proxy() {
  filters='catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth slo'
  cat >proxy.conf <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $1
user = root
workers = 2
swift_dir = $dir/etc
[pipeline:main]
pipeline = $filters proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$2
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
CONF
  for filter in catch_errors gatekeeper healthcheck listing_formats bulk slo; do
    printf '[filter:%s]\nuse = egg:swift#%s\n' "$filter" "$filter" >>proxy.conf
  done
}

run() {
  name=$1
  shift
  "$@" >"$dir/log/$name.log" 2>&1 </dev/null &
  echo $! >"$dir/run/$name.pid"
}

# until_answers URL: waits for an answer of any kind, half a minute.
until_answers() {
  end=$(($(cut -d. -f1 /proc/uptime) + 30))
  until curl -sS --max-time 5 "$1" >/dev/null 2>&1; do
    if [ "$(cut -d. -f1 /proc/uptime)" -ge "$end" ]; then
      echo "Nothing answered at $1 in time." >&2
      tail -n 20 "$dir"/log/*.log >&2
      exit 1
    fi
    sleep 0.2
  done
}

start() {
  mkdir -p "$dir/etc" "$dir/devices/disk" "$dir/run" "$dir/log"
  cd "$dir/etc"
  store account "$2"
  store container "$3"
  store object "$4"
  proxy "$1" "$5"
  run memcached memcached -u root -l 127.0.0.1 -p "$5" -m 64
  for name in account container object; do run "$name" "swift-$name-server" "$dir/etc/$name.conf"; done
  # The proxy avoids a store for a minute after it once did not answer.
  for port in "$2" "$3" "$4"; do until_answers "http://127.0.0.1:$port/"; done
  run proxy swift-proxy-server "$dir/etc/proxy.conf"
  until_answers "http://127.0.0.1:$1/healthcheck"
}

stop() {
  for file in "$dir"/run/*.pid; do
    [ -f "$file" ] || continue
    # The first process tells its workers to end.
    kill "$(cat "$file")" 2>/dev/null || true
  done
}

case $action in
start)
  trap 'status=$?; [ "$status" -eq 0 ] || stop; exit "$status"' EXIT
  start "$3" "$4" "$5" "$6" "$7"
  ;;
stop) stop ;;
esac
