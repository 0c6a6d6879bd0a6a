#!/bin/sh
# copia-base.sh DESTINATION [KEPT]: a base backup, from which copia + WAL lead to any later moment. libpq's variables (PGHOST, PGPORT,
# PGUSER, PGPASSWORD) say of which server, its account with REPLICATION. The last KEPT ones (2) stay, and the WAL from the oldest of them on.
set -eu
to=$1 kept=${2:-2}
mkdir -p "$to/base"
rm -rf "$to/base/.parte"
pg_basebackup -D "$to/base/.parte" -X stream -c fast
sync
# By when it was complete: it leads to moments after that.
mv "$to/base/.parte" "$to/base/$(date -u +%Y%m%dT%H%M%SZ)"
ls "$to/base" | sort -r | tail -n "+$((kept + 1))" | while read -r old; do rm -rf "$to/base/$old"; done
oldest=$(ls "$to/base" | sort | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p' "$to/base/$oldest/backup_label")
pg_archivecleanup "$to/wal" "$first"
