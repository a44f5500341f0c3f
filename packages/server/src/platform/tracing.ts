import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

// Creates spans for requests and jobs. Unused if no exporter is configured.

export type Tracing = ReturnType<typeof createTracing>;

export function createTracing() {
  const tracer = trace.getTracer('errand');
  return {
    /** Runs `work` in a span. Spans started inside are its children. */
    async span<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
      const span = tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes });
      try {
        return await context.with(trace.setSpan(context.active(), span), work);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    startRequest: (name: string, attributes: Attributes): Span =>
      tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }),
    endRequest(span: Span, status: number): void {
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** The variables and their meaning are those of the OpenTelemetry specification. */
export function isTracingConfigured(env: NodeJS.ProcessEnv = process.env): boolean {
  if (env.OTEL_SDK_DISABLED === 'true') return false;
  return Object.entries(env).some(
    ([name, value]) => /^OTEL_(EXPORTER_OTLP|TRACES_EXPORTER)/.test(name) && value !== '' && value !== 'none',
  );
}
