#!/bin/sh
# A whole Ceph with S3 in front, in one folder and for one test run: a monitor, an object server that keeps
# everything in memory, and radosgw. It listens on 127.0.0.1 only, runs without systemd and asks no one for
# rights inside. Needs root and, from Debian, ceph-mon ceph-osd radosgw ceph-common.
#
#   radosgw.sh start DIR S3_PORT MONITOR_PORT ACCESS_KEY SECRET_KEY    DIR is new; returns when S3 answers
#   radosgw.sh stop DIR
set -eu

action=$1
dir=$2
CEPH_CONF=$dir/ceph.conf
export CEPH_CONF
# What a command says goes to a file, what this script says does not. Servers must not keep it open.
exec 3>&2

# Each step has an end, and a start that fails says at which one and what the servers wrote.
step() {
  seconds=$1
  shift
  timeout "$seconds" "$@" >"$dir/log/step.log" 2>&1 3>&- || failed "$@"
}

uptime() {
  cut -d. -f1 /proc/uptime
}

# until_true SECONDS COMMAND...: repeats the command until it succeeds. The command itself has an end.
until_true() {
  end=$(($(uptime) + $1))
  shift
  until "$@" >"$dir/log/step.log" 2>&1; do
    [ "$(uptime)" -lt "$end" ] || failed "$@"
    sleep 0.2
  done
}

failed() {
  echo "This did not succeed in time: $*" >&3
  tail -n 20 "$dir"/log/*.log >&3
  exit 1
}

configure() {
  mkdir -p "$dir/mon" "$dir/osd" "$dir/rgw" "$dir/run" "$dir/log"
  cat >"$CEPH_CONF" <<CONF
[global]
fsid = $1
mon_host = [v1:127.0.0.1:$3]
mon_initial_members = a
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr2 = false
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
run_dir = $dir/run
pid_file = $dir/run/\$name.pid
admin_socket = $dir/run/\$name.asok
log_file = $dir/log/\$name.log
# One copy of everything on the only object server.
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 2
osd_pool_default_pgp_num = 2
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
mon_data_avail_crit = 1
[mon.a]
mon_data = $dir/mon
[osd.0]
osd_data = $dir/osd
osd_objectstore = memstore
memstore_device_bytes = 1073741824
[client.rgw]
rgw_data = $dir/rgw
# Without tcp_nodelay every answer waits 40 ms for an acknowledgement.
rgw_frontends = beast endpoint=127.0.0.1:$2 tcp_nodelay=1
rgw_dns_name =
CONF
}

is_running() {
  [ -f "$dir/run/$1.pid" ] && kill -0 "$(cat "$dir/run/$1.pid")" 2>/dev/null
}

osd_answers() {
  # The first start after making the store may come before the monitor has published the map, and gives up.
  is_running osd.0 || timeout 20 ceph-osd -i 0 3>&-
  timeout 5 ceph tell osd.0 version
}

s3_answers() {
  # Another program may have its port.
  is_running client.rgw || failed radosgw
  curl -fsS --max-time 5 "http://127.0.0.1:$1/"
}

start() {
  fsid=$(cat /proc/sys/kernel/random/uuid)
  osd=$(cat /proc/sys/kernel/random/uuid)
  configure "$fsid" "$1" "$2"
  step 20 monmaptool --create --fsid "$fsid" --addv a "[v1:127.0.0.1:$2]" "$dir/monmap"
  step 20 ceph-mon --mkfs -i a --monmap "$dir/monmap"
  step 20 ceph-mon -i a
  # A new monitor answers before it knows who may give it commands. The same uuid makes no second server.
  until_true 60 timeout 20 ceph osd new "$osd"
  step 60 ceph-osd -i 0 --mkfs --osd-uuid "$osd"
  until_true 60 osd_answers
  step 60 radosgw -n client.rgw
  # The daemon writes its pid file after the command has returned.
  until_true 20 is_running client.rgw
  until_true 60 s3_answers "$1"
  step 60 radosgw-admin -n client.rgw user create --uid=tester --display-name=tester \
    --access-key="$3" --secret-key="$4"
}

stop() {
  for name in client.rgw osd.0 mon.a; do
    file=$dir/run/$name.pid
    [ -f "$file" ] || continue
    # Nothing here is worth an orderly end, and a monitor takes seconds for one.
    kill -9 "$(cat "$file")" 2>/dev/null || true
  done
}

case $action in
start)
  trap 'status=$?; [ "$status" -eq 0 ] || stop; exit "$status"' EXIT
  start "$3" "$4" "$5" "$6"
  ;;
stop) stop ;;
esac
