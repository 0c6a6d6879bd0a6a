#!/bin/sh
# Runs before nginx starts: writes whose word about the caller counts. PROXY_EXTERNO: addresses or networks (CIDR), by commas, of
# a proxy in front of this server; empty: nobody's, and the caller is whoever connected.
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
{
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
