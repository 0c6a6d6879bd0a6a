{{- define "escuta.name" -}}{{ default .Chart.Name .Values.nameOverride | trunc 36 | trimSuffix "-" }}{{- end }}

{{- define "escuta.fullname" -}}
{{- if .Values.fullnameOverride -}}{{ .Values.fullnameOverride | trunc 36 | trimSuffix "-" }}
{{- else if contains (include "escuta.name" .) .Release.Name -}}{{ .Release.Name | trunc 36 | trimSuffix "-" }}
{{- else -}}{{ printf "%s-%s" .Release.Name (include "escuta.name" .) | trunc 36 | trimSuffix "-" }}{{- end -}}
{{- end }}

{{/* Labels of everything; dict root, component. */}}
{{- define "escuta.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/part-of: escuta
{{ include "escuta.selector" . }}
{{- end }}

{{/* What finds a component's pods, and never changes. */}}
{{- define "escuta.selector" -}}
app.kubernetes.io/name: {{ include "escuta.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{- define "escuta.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}{{ default (include "escuta.fullname" .) .Values.serviceAccount.name }}
{{- else -}}{{ default "default" .Values.serviceAccount.name }}{{- end -}}
{{- end }}

{{/* dict root, image */}}
{{- define "escuta.image" -}}
{{- $repository := .image.repository -}}
{{- with .root.Values.image.registry -}}{{- $repository = printf "%s/%s" (trimSuffix "/" .) $repository -}}{{- end -}}
{{- if .image.digest -}}{{ $repository }}@{{ .image.digest }}
{{- else -}}{{ $repository }}:{{ default .root.Chart.AppVersion .image.tag }}{{- end -}}
{{- end }}

{{/* What every pod of the product has: dict root, component, user. */}}
{{- define "escuta.podBasics" -}}
serviceAccountName: {{ include "escuta.serviceAccountName" .root }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  fsGroup: {{ .user }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* Where a Deployment's pods may stand: dict root, component, values. */}}
{{- define "escuta.placement" -}}
{{- with .values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
{{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{ include "escuta.selector" $ | nindent 8 }}
{{- end }}
{{- end }}

{{- define "escuta.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "escuta.podMeta" -}}
labels:
  {{- include "escuta.labels" . | nindent 2 }}
  {{- if eq .component "api" }}
  escuta/metricas: api
  {{- else if hasPrefix "worker-" .component }}
  escuta/metricas: worker
  {{- end }}
  {{- with .root.Values.podLabels }}{{ toYaml . | nindent 2 }}{{- end }}
{{- with .root.Values.podAnnotations }}
annotations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* One variable from a Secret that exists: dict name, secret {name, key}. */}}
{{- define "escuta.secretEnv" -}}
- name: {{ .name }}
  valueFrom: { secretKeyRef: { name: {{ .secret.name }}, key: {{ .secret.key }} } }
{{- end }}

{{/* DATABASE_URL: dict root, direct. */}}
{{- define "escuta.databaseEnv" -}}
{{- $db := .root.Values.database -}}
{{- include "escuta.secretEnv" (dict "name" "DATABASE_URL" "secret" (ternary $db.directSecret $db.existingSecret (and .direct (ne $db.directSecret.name "")))) }}
{{- end }}

{{/* What API and worker read: dict root, direct. tests/architecture/chart.test.ts holds it against the product's list. */}}
{{- define "escuta.serverEnv" -}}
{{- $v := .root.Values -}}
{{ include "escuta.databaseEnv" . }}
- { name: DATABASE_POOL, value: {{ $v.database.pool | quote }} }
{{ include "escuta.secretEnv" (dict "name" "REDIS_URL" "secret" $v.redis.existingSecret) }}
{{- if $v.redis.sentinel.enabled }}
- { name: REDIS_SENTINELS, value: {{ join "," $v.redis.sentinel.hosts | quote }} }
- { name: REDIS_SENTINEL_NAME, value: {{ $v.redis.sentinel.master | quote }} }
{{- if $v.redis.sentinel.existingSecret.name }}
{{ include "escuta.secretEnv" (dict "name" "REDIS_SENTINEL_PASSWORD" "secret" $v.redis.sentinel.existingSecret) }}
{{- end }}
{{- end }}
{{- if $v.tracing.existingSecret.name }}
{{ include "escuta.secretEnv" (dict "name" "OTEL_EXPORTER_OTLP_HEADERS" "secret" $v.tracing.existingSecret) }}
{{- end }}
- { name: REDIS_PREFIX, value: {{ $v.redis.prefix | quote }} }
{{ include "escuta.secretEnv" (dict "name" "ENCRYPTION_KEYS" "secret" (dict "name" $v.secrets.existingSecret "key" "ENCRYPTION_KEYS")) }}
- { name: STORAGE_DRIVER, value: {{ $v.storage.driver }} }
{{- if eq $v.storage.driver "s3" }}
{{- with $v.storage.s3 }}
{{- with .endpoint }}
- { name: S3_ENDPOINT, value: {{ . | quote }} }
{{- end }}
- { name: S3_REGION, value: {{ .region | quote }} }
- { name: S3_BUCKET, value: {{ .bucket | quote }} }
- { name: S3_FORCE_PATH_STYLE, value: {{ .forcePathStyle | quote }} }
{{ include "escuta.secretEnv" (dict "name" "S3_ACCESS_KEY_ID" "secret" (dict "name" .existingSecret.name "key" .existingSecret.accessKeyIdKey)) }}
{{ include "escuta.secretEnv" (dict "name" "S3_SECRET_ACCESS_KEY" "secret" (dict "name" .existingSecret.name "key" .existingSecret.secretAccessKeyKey)) }}
{{- end }}
{{- end }}
- { name: PUBLIC_URL, value: {{ $v.publicUrl | quote }} }
- { name: COMPANY_MAX_RUNNING, value: {{ $v.companyMaxRunning | quote }} }
- { name: METRICS_PORT, value: "9090" }
# As the API's port 3000, reached through the pod's address: what may, says NetworkPolicy.
- { name: METRICS_HOST, value: 0.0.0.0 }
# A pod shares its cores with nobody.
- { name: MACHINE_ID, valueFrom: { fieldRef: { fieldPath: metadata.name } } }
{{- with $v.providers.openai }}
{{- with .baseUrl }}
- { name: OPENAI_BASE_URL, value: {{ . | quote }} }
{{- end }}
{{- if .existingSecret.name }}
{{ include "escuta.secretEnv" (dict "name" "OPENAI_API_KEY" "secret" .existingSecret) }}
{{- end }}
{{- end }}
{{- with $v.providers.anthropic }}
{{- with .baseUrl }}
- { name: ANTHROPIC_BASE_URL, value: {{ . | quote }} }
{{- end }}
{{- if .existingSecret.name }}
{{ include "escuta.secretEnv" (dict "name" "ANTHROPIC_API_KEY" "secret" .existingSecret) }}
{{- end }}
{{- end }}
{{- with $v.mail }}
{{- with .from }}
- { name: MAIL_FROM, value: {{ . | quote }} }
{{- end }}
{{- if .existingSecret.name }}
{{ include "escuta.secretEnv" (dict "name" "SMTP_URL" "secret" .existingSecret) }}
{{- end }}
{{- end }}
{{- range $name, $value := $v.config }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- end }}

{{/* What the API alone reads besides: the secrets of sessions, keys and addresses, and the first administrator. */}}
{{- define "escuta.apiEnv" -}}
{{- $v := .root.Values -}}
{{ include "escuta.serverEnv" . }}
{{- range $name := list "JWT_SECRET" "API_KEY_HMAC_SECRET" "URL_SIGNING_SECRET" }}
{{ include "escuta.secretEnv" (dict "name" $name "secret" (dict "name" $v.secrets.existingSecret "key" $name)) }}
{{- end }}
- { name: TRUST_PROXY, value: {{ $v.api.trustProxy | quote }} }
{{- with $v.firstAdmin }}
{{- if .email }}
- { name: INIT_ADMIN_EMAIL, value: {{ .email | quote }} }
- { name: INIT_ADMIN_CNPJ, value: {{ .cnpj | quote }} }
{{- with .empresa }}
- { name: INIT_ADMIN_EMPRESA, value: {{ . | quote }} }
{{- end }}
{{ include "escuta.secretEnv" (dict "name" "INIT_ADMIN_PASSWORD" "secret" .existingSecret) }}
{{- end }}
{{- end }}
{{- end }}

{{/* /tmp, and the folder of recordings where there is one: dict root, tmp. */}}
{{- define "escuta.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: {{ .tmp }} }
{{- if eq .root.Values.storage.driver "filesystem" }}
- name: objetos
  persistentVolumeClaim: { claimName: {{ .root.Values.storage.filesystem.existingClaim }} }
{{- end }}
{{- end }}
{{- define "escuta.mounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if eq .root.Values.storage.driver "filesystem" }}
- { name: objetos, mountPath: /dados/objetos }
{{- end }}
{{- end }}

{{/* Waits for the Job of migrations, whoever runs it: reads what is applied. */}}
{{- define "escuta.waitForMigrations" -}}
- name: esperar-migracoes
  image: {{ include "escuta.image" (dict "root" .root "image" .root.Values.image.app) }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  args: [wait-migrations]
  env: {{ include "escuta.databaseEnv" (dict "root" .root "direct" true) | nindent 4 }}
  securityContext: {{ include "escuta.containerSecurity" . | nindent 4 }}
  resources:
    requests: { cpu: 50m, memory: 128Mi, ephemeral-storage: 64Mi }
    limits: { memory: 512Mi, ephemeral-storage: 256Mi }
  volumeMounts:
    - { name: tmp, mountPath: /tmp }
{{- end }}

{{/* Probes on the private port: /live asks nobody, /ready what the process itself needs. Nothing is ended for what others lack. */}}
{{- define "escuta.serverProbes" -}}
startupProbe:
  httpGet: { path: /live, port: metrics }
  periodSeconds: 5
  failureThreshold: 120
livenessProbe:
  httpGet: { path: /live, port: metrics }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /ready, port: metrics }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 3
{{- end }}

{{/* The Job of migrations, without its name, which is made of this. */}}
{{- define "escuta.migrationSpec" -}}
backoffLimit: {{ .Values.migration.backoffLimit }}
activeDeadlineSeconds: {{ .Values.migration.activeDeadlineSeconds }}
template:
  metadata: {{ include "escuta.podMeta" (dict "root" . "component" "migrate") | nindent 4 }}
  spec:
    {{- include "escuta.podBasics" (dict "root" . "user" 1000) | nindent 4 }}
    restartPolicy: Never
    containers:
      - name: migrate
        image: {{ include "escuta.image" (dict "root" . "image" .Values.image.app) }}
        imagePullPolicy: {{ .Values.image.pullPolicy }}
        args: [migrate]
        env: {{ include "escuta.apiEnv" (dict "root" . "direct" true) | nindent 10 }}
        securityContext: {{ include "escuta.containerSecurity" . | nindent 10 }}
        resources: {{ toYaml .Values.migration.resources | nindent 10 }}
        volumeMounts: {{ include "escuta.mounts" (dict "root" .) | nindent 10 }}
    volumes: {{ include "escuta.volumes" (dict "root" . "tmp" "512Mi") | nindent 6 }}
{{- end }}
