{{/* The pod of a role. Arguments: root, role (api, worker, all), part (its values), component. */}}
{{- define "errand.pod" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
metadata:
  labels:
    {{- include "errand.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
  annotations:
    checksum/secrets: {{ toJson $values.secrets.values | sha256sum }}
    {{- with .part.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "errand.serviceAccount" $root }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ add $values.stop.drainSeconds $values.stop.jobSeconds 30 }}
  securityContext:
    {{- toYaml $values.podSecurityContext | nindent 4 }}
  {{- with $values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: errand
      image: {{ include "errand.image" $root }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      args: [serve, --role, {{ .role }}]
      {{- include "errand.container" $root | nindent 6 }}
      env:
        - { name: HOST, value: 0.0.0.0 }
        - { name: PORT, value: '8700' }
        - { name: ERRAND_INTERNAL_PORT, value: {{ $values.internalPort | quote }} }
        - { name: ERRAND_DRAIN_SECONDS, value: {{ $values.stop.drainSeconds | quote }} }
        - { name: ERRAND_SHUTDOWN_SECONDS, value: {{ $values.stop.jobSeconds | quote }} }
        {{- if $values.storage.url }}
        - { name: ERRAND_STORAGE, value: {{ $values.storage.url | quote }} }
        {{- else if $values.storage.claim }}
        - { name: ERRAND_STORAGE, value: /storage }
        {{- end }}
        {{- range $name, $value := merge (dict) (default (dict) .part.env) $values.env }}
        - { name: {{ $name }}, value: {{ $value | toString | quote }} }
        {{- end }}
      ports:
        - { name: http, containerPort: 8700 }
        - { name: internal, containerPort: {{ $values.internalPort }} }
      startupProbe:
        httpGet: { path: /health/, port: internal }
        periodSeconds: 2
        failureThreshold: 150
      livenessProbe:
        httpGet: { path: /health/, port: internal }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /ready/, port: internal }
        periodSeconds: 2
        timeoutSeconds: 2
        failureThreshold: 2
      resources:
        {{- toYaml .part.resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        {{- if $values.storage.claim }}
        - { name: storage, mountPath: /storage }
        {{- end }}
        {{- with $values.volumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - { name: tmp, emptyDir: {} }
    {{- if ne .role "all" }}
    - { name: data, emptyDir: {} }
    {{- end }}
    {{- with $values.storage.claim }}
    - { name: storage, persistentVolumeClaim: { claimName: {{ . }} } }
    {{- end }}
    {{- with $values.volumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  topologySpreadConstraints:
    {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "errand.selector" $root | nindent 10 }}
          app.kubernetes.io/component: {{ $.component }}
    {{- end }}
  {{- range $name := list "nodeSelector" "tolerations" "affinity" "priorityClassName" }}
  {{- with get $.part $name }}
  {{ $name }}:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- end }}
{{- end -}}

{{/* The same for every container of the image. */}}
{{- define "errand.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - secretRef: { name: {{ include "errand.secret" . }} }
  {{- with .Values.envFrom }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}
