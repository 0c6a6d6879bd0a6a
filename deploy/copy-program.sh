#!/bin/sh
# copy-program.sh PROGRAM TARGET BEFORE: copies a program with the shared libraries that it is linked to into the folder
# TARGET, at their places, except those of the list BEFORE (which the image has anyway). Debian's ffmpeg package brings
# 400 MB of drivers and data that its libraries could load for screens and sound cards, which a container has not.
set -e
program=$1 target=$2 before=$3
{
  echo "$program"
  ldd "$program" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }'
} | while read -r file; do
  place="$(readlink -f "$(dirname "$file")")/$(basename "$file")"
  grep -qxF "$place" "$before" && continue
  mkdir -p "$target$(dirname "$place")"
  cp -L "$file" "$target$place"
done
