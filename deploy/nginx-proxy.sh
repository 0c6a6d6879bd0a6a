#!/bin/sh
# Runs before nginx starts: writes whose word about the caller counts, and where the API is. PROXY_EXTERNO: addresses or networks
# (CIDR), by commas, of a proxy in front of this server; empty: nobody's, and the caller is whoever connected. API_DESTINO: where the
# API answers (http://api:3000); nginx looks the name up by itself, without search domains: a whole one (api.ns.svc.cluster.local).
# RESOLVER: the name server; empty: the first that /etc/resolv.conf names (Docker's own, a cluster's, or the machine's).
set -eu
out="${1:-/tmp/proxy-externo.conf}"
addresses=$(printf '%s' "${PROXY_EXTERNO:-}" | tr ',' ' ')
for address in $addresses; do
  case "$address" in
    *[!0-9a-fA-F.:/]*)
      echo "PROXY_EXTERNO: '$address' não é um endereço nem uma rede (ex.: 10.0.0.5 ou 10.0.0.0/24)." >&2
      exit 1
      ;;
  esac
done
api="${API_DESTINO:-http://api:3000}"
case "$api" in
  *[!0-9a-zA-Z.:/_-]* | "") bad=1 ;;
  http://?*) bad=0 ;;
  *) bad=1 ;;
esac
if [ "$bad" = 1 ]; then
  echo "API_DESTINO: '$api' não é um endereço como http://api:3000." >&2
  exit 1
fi
resolver="${RESOLVER:-$(awk '$1 == "nameserver" { print $2; exit }' "${RESOLV_CONF:-/etc/resolv.conf}")}"
case "$resolver" in
  "" | *[!0-9a-fA-F.:]*)
    echo "RESOLVER: '$resolver' não é o endereço de um servidor de nomes." >&2
    exit 1
    ;;
  *:*) resolver="[$resolver]" ;;
esac
# Recordings straight from the S3 server: its origin, with the bucket in the name where it stands there (as api/src/plugins/security.ts).
direct=""
if [ -n "${S3_PUBLIC_ENDPOINT:-}" ]; then
  origin=$(printf '%s' "$S3_PUBLIC_ENDPOINT" | sed -n 's#^\(https\{0,1\}://[0-9a-zA-Z.:-]*\)\(/[^ ;]*\)\{0,1\}$#\1#p')
  if [ -z "$origin" ]; then
    echo "S3_PUBLIC_ENDPOINT: '$S3_PUBLIC_ENDPOINT' não é um endereço como https://s3.exemplo.com.br." >&2
    exit 1
  fi
  if [ "${S3_FORCE_PATH_STYLE:-true}" = false ]; then
    case "${S3_BUCKET:-}" in
      "" | *[!0-9a-z.-]*)
        echo "S3_BUCKET: '${S3_BUCKET:-}' não é o nome de um bucket." >&2
        exit 1
        ;;
    esac
    origin="${origin%%://*}://$S3_BUCKET.${origin#*://}"
  fi
  direct=" $origin"
fi
{
  echo "map '' \$audio_direto { default '$direct'; }"
  # A name server: the API may restart or be scaled without this server noticing.
  echo "resolver $resolver valid=5s ipv6=off;"
  echo "map '' \$api { default $api; }"
  for address in $addresses; do echo "set_real_ip_from $address;"; done
  if [ -n "$addresses" ]; then
    echo 'real_ip_header X-Forwarded-For;'
    echo 'real_ip_recursive on;'
  fi
  # Who connected, whatever set_real_ip_from made of it.
  echo 'geo $realip_remote_addr $do_proxy_externo {'
  echo '  default 0;'
  for address in $addresses; do echo "  $address 1;"; done
  echo '}'
  echo 'map "$do_proxy_externo:$http_x_forwarded_proto" $proto_externo {'
  echo '  default $scheme;'
  echo '  "1:http" http;'
  echo '  "1:https" https;'
  echo '}'
} >"$out"
