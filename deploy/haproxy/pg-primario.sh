#!/bin/sh
# HAProxy's external check: is this PostgreSQL server the primary? HAProxy gives two addresses: its own, then the server's.
# Beside it pg_service.conf says who asks (a role without rights): [escuta-haproxy], user=…, password=…, dbname=postgres
export PGSERVICEFILE="${0%/*}/pg_service.conf" PGSERVICE=escuta-haproxy PGCONNECT_TIMEOUT=2
test "$(psql -XAtq -h "$3" -p "$4" -c 'SELECT NOT pg_is_in_recovery()' 2>/dev/null)" = t
