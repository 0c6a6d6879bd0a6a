#!/bin/sh
# voltar.sh DESTINATION DATA 'YYYY-MM-DD HH:MM:SS+00' [TIMELINE]: makes the empty folder DATA a server that goes back to that moment when it is next
# started, and then takes writes as one of its own history. The server that it replaces is off and stays so. Who went back already and wants a
# moment of the history that was left by it names that history's timeline (before the first return: 1); otherwise the last one is followed.
set -eu
from=$1 data=$2 moment=$3 timeline=${4:-latest}
wanted=$(date -u -d "$moment" +%Y%m%dT%H%M%SZ)
base=$(ls "$from/base" | sort | awk -v wanted="$wanted" '$0 <= wanted' | tail -n 1)
[ -n "$base" ] || { echo "Não há cópia-base anterior a $moment em $from/base." >&2; exit 1; }
mkdir -p "$data"
[ -z "$(ls -A "$data")" ] || { echo "$data não está vazia: nada foi mudado." >&2; exit 1; }
cp -a "$from/base/$base/." "$data/"
chmod 700 "$data"
rm -f "$data/postmaster.pid"
# What says where to stop goes once it is there: a standby copied from this server would stop at that moment as well, and take writes.
cat >> "$data/postgresql.auto.conf" <<CONF
# voltar.sh
restore_command = 'cp "$from/wal/%f" "%p"'
recovery_target_time = '$moment'
recovery_target_timeline = '$timeline'
recovery_target_action = 'promote'
recovery_end_command = 'sed -i "/^# voltar.sh$/,/^# voltar.sh: fim$/d" postgresql.auto.conf'
# voltar.sh: fim
CONF
touch "$data/recovery.signal"
echo "Da cópia-base $base: inicie o PostgreSQL sobre $data."
