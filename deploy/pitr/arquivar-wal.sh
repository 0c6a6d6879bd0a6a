#!/bin/sh
# PostgreSQL's archive_command: arquivar-wal.sh DESTINATION %p %f
# A segment appears under its name whole or not at all; the same one again is fine, another of the same name is refused.
set -eu
wal=$1/wal from=$2 name=$3
mkdir -p "$wal"
if [ -e "$wal/$name" ]; then
  cmp -s "$from" "$wal/$name"
  exit
fi
cp "$from" "$wal/.$name.parte"
sync "$wal/.$name.parte"
mv "$wal/.$name.parte" "$wal/$name"
sync "$wal"
