import { setTimeout as delay } from 'node:timers/promises';
import type { StepRetry } from '../engine/engine.ts';
import { ModelFailure } from './chain.ts';
import { ProviderFault, toFault } from './faults.ts';
import type { Gate } from './gate.ts';
import { hearOut } from './last-word.ts';
import type { ModelMetrics } from './metrics.ts';
import type { CallOptions, CallResult, ProviderModels } from './provider-models.ts';
import { readStream } from './read-stream.ts';
import type { Reply, ReplyPart } from './reply.ts';
import type { Provider, StreamLimits } from './settings.ts';
import { traceCall } from './trace-call.ts';

// Gets one response from a provider. Short faults are retried here; longer ones end the attempt.

const TRIES_MAX = 3;
const TRIES_BEFORE_SUBSTITUTE = 2;
/** If the provider asks for a longer pause, the job goes back to the queue and frees its slot. */
const PAUSE_MS_MAX = 10_000;

export type AskDeps = {
  gate: Gate;
  models: ProviderModels;
  metrics: ModelMetrics;
  callTimeoutMs: number;
  lastWordMs: number;
  streamLimits: StreamLimits;
};

export type AskOptions = {
  /** Collects the tries that failed and were repeated. */
  retries?: StepRetry[];
  /** For an answer that is shown while it comes: takes the words of one try. */
  openWords?: (() => (text: string) => void) | undefined;
  /** Removes the secrets of the job from what a trace shows. */
  redact?: ((text: string) => string) | undefined;
  /** Another model can answer, so that this one gets fewer tries, and none after a late answer. */
  hasSubstitute?: boolean;
};

export async function askProvider(
  deps: AskDeps,
  target: { provider: Provider; modelId: string },
  given: CallOptions,
  signal: AbortSignal,
  { retries = [], openWords, redact = (text) => text, hasSubstitute = false }: AskOptions = {},
): Promise<Reply> {
  let options = given;
  let isStreamed = openWords !== undefined;
  const model = await deps.models.get(target.provider, target.modelId);
  for (let tries = 1; ; tries += 1) {
    let fault: ProviderFault;
    const triedAt = Date.now();
    try {
      const pass = await deps.gate.enter(target.provider, signal);
      const startedAt = performance.now();
      const note = (outcome: Parameters<ModelMetrics['asked']>[1]): void =>
        deps.metrics.asked(labelOf(target.provider), outcome, performance.now() - startedAt);
      try {
        const limit = AbortSignal.timeout(deps.callTimeoutMs);
        const asked = options;
        const generate = async (patient: AbortSignal) => {
          const call = { ...asked, abortSignal: AbortSignal.any([patient, limit]) };
          if (!isStreamed) return toReply(await model.doGenerate(call));
          const stream = { provider: target.provider.id, limits: deps.streamLimits, onText: openWords!() };
          const { firstTokenMs, ...result } = await readStream(model, call, stream);
          return { ...toReply(result), firstTokenMs };
        };
        const reply = await traceCall(target, asked, isStreamed, redact, () =>
          // Nobody pays for a local answer, so a cancelled call frees the cores at once.
          hearOut(signal, generate, target.provider.protocol === 'local' ? 0 : deps.lastWordMs),
        );
        note('answered');
        await pass.succeed(reply.use.input + reply.use.output);
        return reply;
      } catch (error) {
        // The job was cancelled or lost, which says nothing about the provider.
        if (signal.aborted) {
          await pass.fail('refused', undefined);
          throw signal.reason;
        }
        fault = faultOf(target.provider, error);
        note(fault.kind);
        if (fault.isAnswer) await pass.succeed();
        else if ((await pass.fail(fault.kind, fault.retryAfterMs)) || isEnough(fault, tries, hasSubstitute))
          throw fault;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ProviderFault) throw toFailure(error);
      throw error;
    }
    const failed: StepRetry = {
      started_at: new Date(triedAt).toISOString(),
      duration_ms: Date.now() - triedAt,
      error: fault.message,
    };
    if (isStreamed && fault.isAnswer && fault.kind === 'refused' && /\bstream/i.test(fault.message)) {
      // Some self-hosted servers do not stream. Their answer is shown at the end.
      isStreamed = false;
      retries.push(failed);
      continue;
    }
    if (fault.kind === 'refused') {
      // Some self-hosted servers do not support schemas. The prompt contains the schema, and the answer is checked.
      if (options.responseFormat === undefined || !/response_format|json_schema/i.test(fault.message))
        throw toFailure(fault);
      const { responseFormat: _, ...plain } = options;
      options = plain;
      retries.push(failed);
      continue;
    }
    const pauseMs = fault.retryAfterMs ?? 500 * 2 ** tries;
    if (pauseMs > PAUSE_MS_MAX) throw toFailure(fault);
    retries.push(failed);
    // Never earlier than requested, and with jitter.
    await delay(pauseMs * (1 + Math.random() / 2), undefined, { signal });
  }
}

/** Connections of organizations share a label, so that their number does not make metrics larger. */
const labelOf = ({ id, own, protocol }: Provider): string => (own === undefined ? id : `own-${protocol}`);

function faultOf({ id, own, apiKey }: Provider, error: unknown): ProviderFault {
  const fault = toFault(id, error, own && `the connection '${own.name}'`);
  // Providers repeat what they were sent. The message is shown to everybody who sees the job.
  if (apiKey && fault.message.includes(apiKey)) fault.message = fault.message.replaceAll(apiKey, '********');
  return fault;
}

const isEnough = ({ isLate }: ProviderFault, tries: number, hasSubstitute: boolean): boolean =>
  hasSubstitute ? isLate || tries >= TRIES_BEFORE_SUBSTITUTE : tries >= TRIES_MAX;

/** An outage is not the job's fault and uses no attempt. A fault that the request may have caused uses one. */
function toFailure(fault: ProviderFault): ModelFailure {
  const { message, cause, retryAfterMs = 5_000 } = fault;
  if (fault.kind === 'refused') {
    const condition = TOO_LONG.test(message) ? 'too_long' : NO_ACCESS.test(message) ? 'outage' : undefined;
    return new ModelFailure(condition, message, { code: 'errand.models.refused', cause });
  }
  if (fault.kind === 'broken')
    return new ModelFailure('outage', message, { code: 'errand.models.unavailable', retry: true, cause });
  const condition = fault.kind === 'busy' ? 'rate_limit' : 'outage';
  return new ModelFailure(condition, `${message} The job waits and continues by itself.`, {
    code: 'errand.models.unavailable',
    postponeSeconds: retryAfterMs / 1_000,
    cause,
  });
}

/** Texts of ours (faults.ts) and of providers. */
const TOO_LONG =
  /context.{0,20}(?:length|window)|maximum context|too (?:long|large)|exceeds the maximum|input token count/i;
const NO_ACCESS = /refused the API key|has no quota left/;

export function toReply(result: CallResult): Reply {
  const { inputTokens } = result.usage;
  const text =
    result.structuredOutputText ?? result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  return {
    content: result.content.filter(isReplyPart),
    text,
    finish: result.finishReason.unified,
    use: {
      input: inputTokens.total ?? 0,
      cachedInput: inputTokens.cacheRead ?? 0,
      cacheWrite: inputTokens.cacheWrite ?? 0,
      output: outputOf(result.usage),
    },
    ...(result.response?.modelId !== undefined && { answeredBy: result.response.modelId }),
  };
}

/** Most providers count reasoning tokens as output. Some chat completions list them separately; the total shows it. */
function outputOf({ outputTokens, raw }: CallResult['usage']): number {
  const output = outputTokens.total ?? 0;
  const { prompt_tokens: prompt, total_tokens: total } = (raw ?? {}) as Record<string, unknown>;
  const thoughts = outputTokens.reasoning ?? 0;
  return thoughts > 0 && total === Number(prompt) + output + thoughts ? output + thoughts : output;
}

const isReplyPart = (part: CallResult['content'][number]): part is ReplyPart =>
  part.type === 'text' || part.type === 'reasoning' || part.type === 'tool-call';
