{{/* What the schema cannot say in words: values that need others. */}}
{{- define "escuta.validate" -}}
{{- $v := .Values }}
{{- if eq $v.storage.driver "s3" }}
{{- if not $v.storage.s3.bucket }}{{ fail "storage.s3.bucket: diga o bucket das gravações (ou storage.driver: filesystem)." }}{{ end }}
{{- if not $v.storage.s3.existingSecret.name }}{{ fail "storage.s3.existingSecret.name: diga o Secret com as chaves do S3." }}{{ end }}
{{- else }}
{{- if not $v.storage.filesystem.existingClaim }}{{ fail "storage.filesystem.existingClaim: diga o volume (ReadWriteMany) das gravações; sem ele cada pod teria as suas." }}{{ end }}
{{- if $v.storage.s3.publicEndpoint }}{{ fail "storage.s3.publicEndpoint: só vale com storage.driver: s3." }}{{ end }}
{{- end }}
{{- if not $v.redis.existingSecret.name }}{{ fail "redis.existingSecret.name: diga o Secret com REDIS_URL." }}{{ end }}
{{- if and $v.redis.sentinel.enabled (or (not $v.redis.sentinel.hosts) (not $v.redis.sentinel.master)) }}{{ fail "redis.sentinel: diga hosts e master." }}{{ end }}
{{- if and $v.firstAdmin.email (or (not $v.firstAdmin.cnpj) (not $v.firstAdmin.existingSecret.name)) }}{{ fail "firstAdmin: com email diga também cnpj e existingSecret.name." }}{{ end }}
{{- if and $v.keda.enabled (not $v.keda.existingSecret.name) }}{{ fail "keda.existingSecret.name: diga o Secret com a conexão do KEDA ao PostgreSQL." }}{{ end }}
{{- range $part := list "audio" "ia" }}
{{- $scale := index $v.keda $part }}
{{- if gt (int $scale.minReplicas) (int $scale.maxReplicas) }}{{ fail (printf "keda.%s: minReplicas é maior que maxReplicas." $part) }}{{ end }}
{{- end }}
{{- if gt (int $v.api.autoscaling.minReplicas) (int $v.api.autoscaling.maxReplicas) }}{{ fail "api.autoscaling: minReplicas é maior que maxReplicas." }}{{ end }}
{{- if and (ne $v.route.type "none") (not $v.route.host) }}{{ fail "route.host: diga o nome pelo qual os navegadores chegam." }}{{ end }}
{{- if and (eq $v.route.type "gateway") (not $v.route.gateway.parentRefs) }}{{ fail "route.gateway.parentRefs: diga o Gateway." }}{{ end }}
{{- if and $v.backup.enabled (not $v.backup.existingClaim) }}{{ fail "backup.existingClaim: diga o volume das cópias." }}{{ end }}
{{- end }}
