#!/bin/sh
# What a container of this image does: one of the product's processes, in the foreground as process 1's only child.
set -e
cd /app
# A nursery large enough for short-lived objects: half the garbage collection of Node's default.
run() { exec node --max-semi-space-size=32 --import tsx "$@"; }
case "${1:-api}" in
  migrate)
    node --import tsx deploy/check-configuration.ts
    node deploy/migrate.mjs
    run deploy/ensure-bucket.ts
    ;;
  api) run api/src/main.ts ;;
  worker) run worker/src/main.ts ;;
  demo-ai) run demo-ai/src/main.ts ;;
  seed)
    shift
    run prisma/seed/main.ts "$@"
    ;;
  doctor | backup | restore)
    command=$1
    shift
    run "scripts/operations/$command-command.ts" "$@"
    ;;
  *) exec "$@" ;;
esac
