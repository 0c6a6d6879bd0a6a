#!/bin/sh
# What a container of this image does: one of the product's processes, in the foreground as process 1's only child.
set -e
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- api
# A worker starts processes that read strangers' files, of the same user: what it began with they could read in /proc. It begins with nothing
# but what is for Node and the system, and gets the rest by a pipe (shared/src/platform/process/handed-environment.ts).
hand_over() {
  exec 3<<FIM
$(env -0 | gzip -c | base64 -w 0)
FIM
  for name in $(env -0 | cut -z -d= -f1 | tr '\0' '\n'); do
    case "$name" in
      PATH | HOME | TZ | LANG | LC_* | NODE_*) ;;
      *) unset "$name" ;;
    esac
  done
  export ESCUTA_AMBIENTE=3
}
# As scripts/lib/stack.mjs has it: the size of the nursery and of the worker's heap (decision 1), and stack traces that name sources.
run() {
  program=$1
  shift
  # What a worker works through it needs for a moment only: the heap beyond it stays small.
  growing=
  if [ "$program" = worker ]; then
    growing=--heap-growing-percent=50
    hand_over
  fi
  exec node --max-semi-space-size=8 $growing --enable-source-maps "dist/$program.mjs" "$@"
}
case "$1" in
  migrate)
    node dist/check-configuration.mjs
    node deploy/migrate.mjs
    run ensure-bucket
    ;;
  wait-migrations) run wait-for-migrations ;;
  api | worker | demo-ai) run "$1" ;;
  seed | doctor | backup | restore | alinhar | onde) run "$@" ;;
  *) exec "$@" ;;
esac
