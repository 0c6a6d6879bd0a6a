#!/bin/sh
# What a container of this image does: one of the product's processes, in the foreground as process 1's only child.
set -e
cd /app
[ $# -gt 0 ] || set -- api
# As scripts/lib/stack.mjs has it: the size of the nursery (decision 1), and stack traces that name sources.
run() {
  program=$1
  shift
  exec node --max-semi-space-size=8 --enable-source-maps "dist/$program.mjs" "$@"
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
