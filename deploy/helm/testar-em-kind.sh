#!/usr/bin/env bash
# Tries the chart on a cluster of one's own machine (kind) or on one that kubectl already reaches, with what no test of this repository can
# show: pods that start behind the migrations, probes, the read-only root, a rollout under requests, network policies.
#   deploy/helm/testar-em-kind.sh              makes a kind cluster 'escuta', builds the images and loads them
#   CLUSTER=atual IMAGENS=registry/escuta …    uses the present context of kubectl and images that are there
# PostgreSQL, Redis and the S3 server stand in the cluster as simple pods: for this trial only. Needs docker, kubectl, helm, and kind unless
# CLUSTER=atual. Removes its namespace at the end (MANTER=1 keeps it), and the cluster that it made.
set -euo pipefail
cd "$(dirname "$0")/../.."

CLUSTER=${CLUSTER:-kind}
NS=${NS:-escuta-teste}
IMAGENS=${IMAGENS:-}
VERSAO=$(node -p "require('./package.json').version")
say() { printf '› %s\n' "$*"; }
die() {
  printf '✗ %s\n' "$*" >&2
  kubectl -n "$NS" get pods -o wide >&2 || true
  exit 1
}

for tool in kubectl helm node $([ "$CLUSTER" = kind ] && echo kind docker); do
  command -v "$tool" >/dev/null || { echo "Falta $tool." >&2; exit 1; }
done

if [ "$CLUSTER" = kind ]; then
  # kind's own network plugin enforces NetworkPolicy since 0.24.
  kind get clusters | grep -qx escuta || { kind create cluster --name escuta && MADE=1; }
  kubectl config use-context kind-escuta >/dev/null
  for target in app web operacao; do
    say "construindo escuta-$target"
    docker build -q --target "$target" -t "escuta-$target:$VERSAO" . >/dev/null
    kind load docker-image --name escuta "escuta-$target:$VERSAO"
  done
fi
cleanup() {
  [ "${MANTER:-}" = 1 ] && return
  kubectl delete namespace "$NS" --wait=false >/dev/null 2>&1 || true
  if [ "${MADE:-}" = 1 ]; then kind delete cluster --name escuta; fi
}
trap cleanup EXIT

say "servidores de teste em $NS"
kubectl create namespace "$NS" --dry-run=client -o yaml | kubectl apply -f - >/dev/null
secret() { node -e "console.log(require('node:crypto').randomBytes(36).toString('base64'))"; }
PASSWORD=$(node -e "console.log(require('node:crypto').randomBytes(16).toString('hex'))")
kubectl -n "$NS" apply -f - >/dev/null <<YAML
apiVersion: v1
kind: Pod
metadata: { name: postgres, labels: { app: postgres } }
spec:
  containers:
    - name: postgres
      image: postgres:17-bookworm
      env: [{ name: POSTGRES_USER, value: escuta }, { name: POSTGRES_DB, value: escuta }, { name: POSTGRES_PASSWORD, value: $PASSWORD }]
---
apiVersion: v1
kind: Service
metadata: { name: postgres }
spec: { selector: { app: postgres }, ports: [{ port: 5432 }] }
---
apiVersion: v1
kind: Pod
metadata: { name: redis, labels: { app: redis } }
spec:
  containers: [{ name: redis, image: redis:7-bookworm, args: [redis-server, --maxmemory-policy, noeviction, --requirepass, $PASSWORD] }]
---
apiVersion: v1
kind: Service
metadata: { name: redis }
spec: { selector: { app: redis }, ports: [{ port: 6379 }] }
---
apiVersion: v1
kind: Pod
metadata: { name: s3, labels: { app: s3 } }
spec:
  containers:
    - name: s3
      image: versity/versitygw:v1.0.18
      env: [{ name: ROOT_ACCESS_KEY, value: escuta }, { name: ROOT_SECRET_KEY, value: $PASSWORD }, { name: VGW_PORT, value: ":7070" }]
      args: [posix, /data]
      volumeMounts: [{ name: data, mountPath: /data }]
  volumes: [{ name: data, emptyDir: {} }]
---
apiVersion: v1
kind: Service
metadata: { name: s3 }
spec: { selector: { app: s3 }, ports: [{ port: 7070 }] }
YAML
kubectl -n "$NS" wait --for=condition=Ready pod/postgres pod/redis pod/s3 --timeout=300s >/dev/null
kubectl -n "$NS" create secret generic escuta --dry-run=client -o yaml \
  --from-literal=JWT_SECRET="$(secret)" --from-literal=API_KEY_HMAC_SECRET="$(secret)" --from-literal=URL_SIGNING_SECRET="$(secret)" \
  --from-literal=ENCRYPTION_KEYS="k1:$(node -e "console.log(require('node:crypto').randomBytes(32).toString('base64'))")" \
  --from-literal=DATABASE_URL="postgresql://escuta:$PASSWORD@postgres:5432/escuta" --from-literal=REDIS_URL="redis://:$PASSWORD@redis:6379/0" \
  --from-literal=S3_ACCESS_KEY_ID=escuta --from-literal=S3_SECRET_ACCESS_KEY="$PASSWORD" | kubectl apply -f - >/dev/null

values=(--namespace "$NS" -f deploy/helm/escuta/ci/pequeno.yaml --set-string image.registry="$IMAGENS"
  --set publicUrl=http://localhost:8080 --set secrets.existingSecret=escuta --set database.existingSecret.name=escuta
  --set redis.existingSecret.name=escuta --set storage.s3.endpoint=http://s3:7070 --set storage.s3.bucket=escuta
  --set storage.s3.existingSecret.name=escuta --set doctor.enabled=true --set api.replicas=2 --set web.replicas=2)
say "instalando"
helm upgrade --install escuta deploy/helm/escuta "${values[@]}" --wait --timeout 15m || die "a instalação não ficou pronta"
kubectl -n "$NS" wait --for=condition=Complete job -l app.kubernetes.io/component=migrate --timeout=10s >/dev/null || die "as migrações não terminaram"

say "o que responde"
kubectl -n "$NS" port-forward svc/escuta-web 18080:80 >/dev/null 2>&1 &
FORWARD=$!
sleep 3
curl -fsS http://127.0.0.1:18080/api/v1/ready >/dev/null || die "/api/v1/ready não responde pela web"
kill $FORWARD

say "uma atualização sem pedido perdido (60 s)"
kubectl -n "$NS" run pedidos --image=curlimages/curl:8.10.1 --restart=Never --labels=app.kubernetes.io/component=fora --command -- sh -c \
  'n=0; f=0; e=$(( $(date +%s) + 60 )); while [ "$(date +%s)" -lt "$e" ]; do n=$((n+1)); curl -fsS -o /dev/null -m 5 http://escuta-web/api/v1/version || f=$((f+1)); done; echo "$n pedidos, $f falhas"; [ "$f" = 0 ]' >/dev/null
kubectl -n "$NS" rollout restart deploy/escuta-api deploy/escuta-web >/dev/null
kubectl -n "$NS" rollout status deploy/escuta-api --timeout=10m >/dev/null || die "a troca da API não terminou"
kubectl -n "$NS" wait --for=jsonpath='{.status.phase}'=Succeeded pod/pedidos --timeout=180s >/dev/null || { kubectl -n "$NS" logs pedidos; die "pedidos falharam na troca"; }
kubectl -n "$NS" logs pedidos

say "o que a rede deixa passar"
kubectl -n "$NS" exec deploy/escuta-web -- sh -c 'wget -q -T 5 -O /dev/null http://s3:7070' 2>/dev/null && die "a web alcança o S3: a NetworkPolicy não vale neste cluster" || true
kubectl -n "$NS" exec pod/redis -- bash -c 'exec 3<>/dev/tcp/escuta-api/3000' 2>/dev/null && die "a API é alcançada sem passar pela web" || true

say "verificação (doctor)"
kubectl -n "$NS" create job --from=cronjob/escuta-doctor doctor-agora >/dev/null
kubectl -n "$NS" wait --for=condition=Complete --timeout=300s job/doctor-agora >/dev/null || say "o doctor achou falhas (sem chave de provedor ele avisa):"
kubectl -n "$NS" logs job/doctor-agora | tail -20

printf '✓ o chart funciona neste cluster\n'
