#!/bin/sh
# Says, as lines for .env, which bytes each image of others is today: its tag with the digest that the registry gives it. From then on compose
# fetches and builds from these and no others. Fetches them all; run it again to take a newer one.
#   deploy/fixar-imagens.sh >> .env
set -e
cd "$(dirname "$0")/.."
sed -n 's/.*${\(IMAGEM_[A-Z0-9_]*\):-\([^}]*\)}.*/\1 \2/p' docker-compose.yml | sort -u | while read -r name image; do
  docker pull -q "$image" > /dev/null
  digest=$(docker image inspect --format '{{range .RepoDigests}}{{println .}}{{end}}' "$image" | sed -n 's/.*@//p' | head -n 1)
  case "$digest" in
    sha256:*) echo "$name=$image@$digest" ;;
    *) echo "$image não tem digest: veio de um registro?" >&2; exit 1 ;;
  esac
done
