#!/bin/sh
# What a container of this image does: one of the product's processes, in the foreground as process 1's only child.
set -e
cd /app
run() { exec node --import tsx "$@"; }
case "${1:-api}" in
  migrate)
    node node_modules/prisma/build/index.js migrate deploy
    run deploy/ensure-bucket.ts
    ;;
  api) run api/src/main.ts ;;
  worker) run worker/src/main.ts ;;
  demo-ai) run demo-ai/src/main.ts ;;
  seed)
    shift
    run prisma/seed/main.ts "$@"
    ;;
  *) exec "$@" ;;
esac
