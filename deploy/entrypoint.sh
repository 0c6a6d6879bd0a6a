#!/bin/sh
# What a container of this image does: one of the product's processes, in the foreground as process 1's only child.
set -e
cd /app
[ $# -gt 0 ] || set -- api
# As scripts/lib/stack.mjs has it: the size of the nursery and of the worker's heap (decision 1), and stack traces that name sources.
run() {
  program=$1
  shift
  # What a worker works through it needs for a moment only: the heap beyond it stays small.
  growing=
  if [ "$program" = worker ]; then growing=--heap-growing-percent=50; fi
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
  seed | doctor | backup | restore | alinhar) run "$@" ;;
  *) exec "$@" ;;
esac
