import { isJsonObject } from '#platform/json.ts';
import { ProviderFault } from './faults.ts';
import { hearing } from './hear-bytes.ts';
import type { CallOptions, CallResult, RemoteModel } from './provider-models.ts';
import type { StreamLimits } from './settings.ts';

// Reads an answer that a provider streams, with a limit for the first token and for each gap between two. Whatever the
// model makes is a sign of life, shown or not: words, thoughts, inputs of tools. A connection that is only kept open
// (comments, pings, empty pieces) extends a limit, but not for ever.

/** How many times a limit a connection may last on which the model gives no sign. */
const KEPT_OPEN_MAX = 3;

type Part = Awaited<ReturnType<RemoteModel['doStream']>>['stream'] extends ReadableStream<infer T> ? T : never;

export async function readStream(
  model: RemoteModel,
  options: CallOptions,
  { provider, limits, onText }: { provider: string; limits: StreamLimits; onText(text: string): void },
): Promise<CallResult & { firstTokenMs: number | undefined }> {
  const startedAt = performance.now();
  let firstTokenMs: number | undefined;
  const silence = watchSilence(provider, limits);
  const { abortSignal } = options;
  const signal = abortSignal ? AbortSignal.any([abortSignal, silence.signal]) : silence.signal;
  try {
    const asked = { ...options, includeRawChunks: true, abortSignal: signal };
    const { stream } = await hearing(silence.connected, async () => model.doStream(asked));
    const gathered = createGathered();
    for await (const part of stream as ReadableStream<Part> & AsyncIterable<Part>) {
      if (part.type === 'error') throw toBreak(provider, part.error);
      const sign = signOf(part);
      if (sign === 'token') firstTokenMs ??= Math.round(performance.now() - startedAt);
      if (sign !== undefined) silence.heard(sign);
      gathered.add(part);
      if (part.type === 'text-delta') onText(part.delta);
    }
    return { ...gathered.result(provider), firstTokenMs };
  } catch (error) {
    // The libraries wrap what they were aborted with.
    throw silence.signal.aborted ? silence.signal.reason : error;
  } finally {
    silence.end();
  }
}

/** An error after the answer has begun. It says nothing about the request, so it is tried again. */
function toBreak(provider: string, error: unknown): ProviderFault {
  const { name, message } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const isCut = name === 'AI_InvalidResponseDataError' || name === 'AI_JSONParseError' || typeof message !== 'string';
  const text = isCut
    ? `${provider} broke off in the middle of its answer.`
    : name === 'AI_TypeValidationError'
      ? `${provider} sent a response that cannot be read.`
      : `${provider} failed: ${message.slice(0, 300)}`;
  return new ProviderFault('broken', text, { cause: error });
}

/** `token`: a piece of what the model makes. `begun`: it has begun or ended a part, such as a thought that is not sent. */
type Sign = 'token' | 'begun';

function signOf(part: Part): Sign | undefined {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-delta':
      if (part.delta !== '') return 'token';
      // The signature of a thought that is not sent.
      return part.providerMetadata === undefined ? undefined : 'begun';
    case 'tool-call':
      return 'token';
    case 'raw':
      return isDelta(part.rawValue) ? 'token' : undefined;
    case 'stream-start':
    case 'response-metadata':
    case 'error':
    case 'finish':
      return undefined;
    default:
      return 'begun';
  }
}

/** A piece as the provider sent it: libraries hold some back, and have no part for others, such as the text of thoughts. */
function isDelta(value: unknown): boolean {
  if (!isJsonObject(value) || !/delta$/.test(String(value.type))) return false;
  const { type: _, ...made } = isJsonObject(value.delta) ? value.delta : { made: value.delta };
  return Object.values(made).some((one) => typeof one === 'string' && one !== '');
}

function watchSilence(provider: string, { firstTokenMs, tokenGapMs }: StreamLimits) {
  const controller = new AbortController();
  let hasToken = false;
  const late = (ms: number) => (): void => {
    const what = hasToken ? 'did not go on' : 'sent no first token';
    controller.abort(new ProviderFault('broken', `${provider} ${what} within ${ms / 1_000} s.`, { isLate: true }));
  };
  let limitMs = firstTokenMs;
  const wait = (ms: number): NodeJS.Timeout => setTimeout(late(ms), ms);
  let silent = wait(limitMs);
  let keptOpen = wait(KEPT_OPEN_MAX * limitMs);
  let isOver = false;
  function connected(): void {
    if (isOver) return;
    clearTimeout(silent);
    silent = wait(limitMs);
  }
  return {
    signal: controller.signal,
    connected,
    heard(sign: Sign): void {
      hasToken ||= sign === 'token';
      limitMs = hasToken ? tokenGapMs : firstTokenMs;
      connected();
      clearTimeout(keptOpen);
      keptOpen = wait(KEPT_OPEN_MAX * limitMs);
    },
    end(): void {
      isOver = true;
      clearTimeout(silent);
      clearTimeout(keptOpen);
    },
  };
}

function createGathered() {
  type Content = CallResult['content'];
  const content: Content = [];
  const open = new Map<string, Extract<Content[number], { type: 'text' | 'reasoning' }>>();
  let finish: Extract<Part, { type: 'finish' }> | undefined;
  let modelId: string | undefined;

  function add(part: Part): void {
    if (part.type === 'text-start' || part.type === 'reasoning-start') {
      const own = { type: part.type === 'text-start' ? ('text' as const) : ('reasoning' as const), text: '' };
      open.set(`${own.type} ${part.id}`, own);
      content.push(own);
    }
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
      const own = open.get(`${part.type === 'text-delta' ? 'text' : 'reasoning'} ${part.id}`);
      if (own) own.text += part.delta;
    }
    // The signature of a thought, which the next turn has to send back, comes with its last part.
    if (part.type === 'reasoning-delta' || part.type === 'reasoning-end' || part.type === 'text-end') {
      const own = open.get(`${part.type === 'text-end' ? 'text' : 'reasoning'} ${part.id}`);
      if (own && part.providerMetadata) own.providerMetadata = part.providerMetadata;
    }
    if (part.type === 'tool-call') content.push(part);
    if (part.type === 'response-metadata') modelId = part.modelId ?? modelId;
    if (part.type === 'finish') finish = part;
  }

  return {
    add,
    result(provider: string): CallResult {
      // The libraries close the stream of a cut connection as if it had ended.
      if (finish === undefined || (finish.finishReason.raw === undefined && finish.finishReason.unified === 'other'))
        throw new ProviderFault('broken', `${provider} broke off in the middle of its answer.`);
      return {
        content,
        finishReason: finish.finishReason,
        usage: finish.usage,
        warnings: [],
        ...(modelId !== undefined && { response: { modelId } }),
      };
    },
  };
}
