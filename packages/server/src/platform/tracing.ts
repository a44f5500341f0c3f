import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  createTraceState,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type TimeInput,
  trace,
} from '@opentelemetry/api';

// Spans, and the W3C trace context that connects them. A context comes with a request, is stored with the job and goes
// out with requests to providers, receivers and remote agents, also when this process exports no spans itself.

/** A trace context as it is stored: the header `traceparent`, then a space and `tracestate` if there is one. */
export type TraceCarrier = string;

export type { Attributes, Span };
export { SpanKind };

const active = new AsyncLocalStorage<Context>();
const settings = { records: false, content: false };
/** The id of the next span, for a span that others refer to before they can know it. */
let chosenId: string | undefined;

/** Called when an SDK is started. `content`: whether spans show prompts, answers and SQL. */
export function recordSpans(given: { records: boolean; content: boolean }): void {
  Object.assign(settings, given);
}

export const recordsSpans = (): boolean => settings.records;
export const recordsContent = (): boolean => settings.records && settings.content;

/** For the id generator of the SDK. */
export function takeChosenId(): string | undefined {
  const id = chosenId;
  chosenId = undefined;
  return id;
}

export type SpanOptions = {
  kind?: SpanKind;
  attributes?: Attributes;
  startTime?: TimeInput;
  /** Carriers of spans that this one follows or repeats. */
  links?: (TraceCarrier | null | undefined)[];
  spanId?: string | undefined;
};

/** Thrown to leave spans whose work has not failed: it begins again when a wait is over. */
export class Parked extends Error {}

/** Runs `work` in a span of the active trace, or of a new one. An error of the work is the error of the span. */
export async function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  if (!settings.records) return work(NO_SPAN);
  const { span, context } = openSpan(name, options);
  try {
    return await active.run(context, () => work(span));
  } catch (error) {
    if (error instanceof Parked) span.addEvent('parked');
    else failSpan(span, errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Opens a span that the caller ends. */
export function openSpan(
  name: string,
  { links = [], startTime, kind, attributes, spanId }: SpanOptions,
): { span: Span; context: Context } {
  const parent = active.getStore() ?? ROOT_CONTEXT;
  chosenId = spanId;
  const span = trace.getTracer('errand').startSpan(
    name,
    {
      kind: kind ?? SpanKind.INTERNAL,
      ...(attributes && { attributes }),
      ...(startTime !== undefined && { startTime }),
      links: links.flatMap((link) => {
        const context = readCarrier(link);
        return context ? [{ context }] : [];
      }),
    },
    parent,
  );
  chosenId = undefined;
  return { span, context: trace.setSpan(parent, span) };
}

/** Records work that is over. */
export function noteSpan(name: string, options: SpanOptions & { startTime: TimeInput; endTime: TimeInput }): void {
  if (settings.records) openSpan(name, options).span.end(options.endTime);
}

export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR, message: type });
}

/** A code of ours, or the kind of error. Messages may have content, so they stay with the job. */
const errorType = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : '_OTHER';
};

/** Runs `work` as a part of the trace that the carrier names, or of none: not of the one that happens to be active. */
export function inTrace<T>(carrier: TraceCarrier | null | undefined, work: () => T): T {
  const context = readCarrier(carrier);
  if (context === undefined) return active.getStore() === undefined ? work() : active.run(ROOT_CONTEXT, work);
  return active.run(trace.setSpanContext(ROOT_CONTEXT, context), work);
}

export const inContext = <T>(context: Context, work: () => T): T => active.run(context, work);

/** Returns the active trace context, to store it or to send it on. */
export function currentCarrier(): TraceCarrier | null {
  const context = activeSpanContext();
  return context === undefined ? null : toCarrier(context);
}

export function currentTraceId(): string | undefined {
  return activeSpanContext()?.traceId;
}

/** Returns the headers that continue the active trace elsewhere. */
export function traceHeaders(): Record<string, string> {
  const context = activeSpanContext();
  if (context === undefined) return {};
  const state = context.traceState?.serialize();
  return { traceparent: toParent(context), ...(state && { tracestate: state }) };
}

/** Returns a `fetch` that sends the active trace context. */
export function withTraceHeaders(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const added = traceHeaders();
    if (added.traceparent === undefined) return fetch(input, init);
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(added)) if (!headers.has(name)) headers.set(name, value);
    return fetch(input, { ...init, headers: Object.fromEntries(headers) });
  };
}

/** Reads the headers of a request. An invalid `traceparent` counts as none, as the specification asks. */
export function readTraceHeaders(headers: Record<string, string | string[] | undefined>): TraceCarrier | undefined {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string') return undefined;
  const state = Array.isArray(tracestate) ? tracestate.join(',') : (tracestate ?? '');
  const context = readCarrier(`${traceparent.trim()} ${state.length <= STATE_CHARACTERS_MAX ? state : ''}`);
  return context && toCarrier(context);
}

export const traceIdOf = (carrier: TraceCarrier | null): string | null => carrier?.slice(3, 35) ?? null;

/** The carrier of another span of the same trace. */
export const siblingOf = (carrier: TraceCarrier, spanId: string): TraceCarrier =>
  `${carrier.slice(0, 36)}${spanId}${carrier.slice(52)}`;

const STATE_CHARACTERS_MAX = 512;
const PARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

function readCarrier(carrier: TraceCarrier | null | undefined): SpanContext | undefined {
  if (!carrier) return undefined;
  const [parent = '', state = ''] = carrier.split(/ (.*)/);
  const [, version, traceId, spanId, flags, more] = PARENT.exec(parent) ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && more !== undefined)) return undefined;
  const context: SpanContext = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags!, 16) & 1,
    isRemote: true,
    ...(state !== '' && { traceState: createTraceState(state) }),
  };
  return isSpanContextValid(context) ? context : undefined;
}

const toParent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags & 1 ? '01' : '00'}`;

function toCarrier(context: SpanContext): TraceCarrier {
  const state = context.traceState?.serialize();
  return state ? `${toParent(context)} ${state}` : toParent(context);
}

function activeSpanContext(): SpanContext | undefined {
  const context = active.getStore();
  const found = context && trace.getSpanContext(context);
  return found && isSpanContextValid(found) ? found : undefined;
}

const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** The variables and their meaning are those of the OpenTelemetry specification. */
export function isTracingConfigured(env: NodeJS.ProcessEnv = process.env): boolean {
  return isExported(env, 'TRACES');
}

export function isExported(env: NodeJS.ProcessEnv, signal: 'TRACES' | 'METRICS'): boolean {
  if (env.OTEL_SDK_DISABLED === 'true' || env[`OTEL_${signal}_EXPORTER`] === 'none') return false;
  const names = [`OTEL_${signal}_EXPORTER`, 'OTEL_EXPORTER_OTLP_ENDPOINT', `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`];
  return names.some((name) => (env[name] ?? '') !== '');
}
