#!/bin/sh
# Run by the image's build, in the layer of npm ci: takes away what no process of the product ever loads. The build then
# runs Prisma's CLI, and a start of the image runs the rest: whatever is missed here fails there, not at a customer's.
set -e
cd "${1:-node_modules}"
# Types, and the compilers with which a checkout runs: the image's programs are compiled.
rm -rf typescript @typescript @types tsx esbuild @esbuild
# Prisma Studio's screens and its local database server, which only `prisma studio` and `prisma dev` start.
rm -rf @prisma/studio-core/dist/ui @prisma/streams-local @prisma/query-plan-executor @electric-sql elkjs react react-dom @visx prisma/build/studio.*
# Query compilers of databases that are not PostgreSQL.
for name in mysql sqlite sqlserver cockroachdb; do
  rm -f prisma/build/*"$name"* @prisma/client/runtime/*."$name".*
done
# What only editors and debuggers read.
rm -rf effect/src effect/dist/dts
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
