{{- define "errand.name" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Selectors never change, so there is no version in them. */}}
{{- define "errand.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "errand.labels" -}}
{{ include "errand.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "errand.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}
{{- end -}}

{{- define "errand.secret" -}}
{{- default (include "errand.name" .) .Values.secrets.existing -}}
{{- end -}}

{{- define "errand.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "errand.name" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/* Series of this installation that the scaler asks for. */}}
{{- define "errand.series" -}}
{{- $labels := list -}}
{{- with .labels }}{{ $labels = append $labels . }}{{ end -}}
{{- with .selector }}{{ $labels = append $labels . }}{{ end -}}
max({{ .metric }}{{ if $labels }}{{ "{" }}{{ join "," $labels }}{{ "}" }}{{ end }})
{{- end -}}
