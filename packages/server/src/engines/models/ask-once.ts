import { EngineFailure, type StepRetry, type StepRoute, type StepUsage } from '../engine/engine.ts';
import type { ExpectedCost } from '../engine/step-context.ts';
import { type AskDeps, type AskOptions, askProvider } from './ask-provider.ts';
import type { BatchLane } from './batch-lane.ts';
import { priceOf, type ResolvedModel, type TokenUse } from './catalog.ts';
import { type Hop, ModelFailure } from './chain.ts';
import { describeCall } from './describe-call.ts';
import { expectCost } from './expect-cost.ts';
import type { ModelContext } from './model-context.ts';
import type { CallOptions } from './provider-models.ts';
import type { Reply } from './reply.ts';
import { keyOf, type Provider } from './settings.ts';
import { traceCollected } from './trace-call.ts';

/** One request to a provider, as a step of the job. */
export async function askOnce(
  ask: AskDeps,
  context: ModelContext,
  name: string,
  options: CallOptions,
  { id, entry, provider }: ResolvedModel & { provider: Provider },
  past: Past,
  { hop, hasSubstitute, lane, openWords }: Route & Pick<AskOptions, 'openWords'>,
): Promise<Reply> {
  const { step, signal, redact, orgId, jobId, waitForLane } = context;
  const expected = {
    cost: expectCost(entry, options, past.last, lane && 'batch'),
    isOwn: keyOf(provider) === 'organization',
  };
  const isInLane = lane !== undefined && jobId !== undefined && (await lane.isAsked(jobId, name));
  // What is recorded or in the lane is paid.
  let release = isInLane || context.isRecorded?.(name) ? undefined : await admit(context, expected);
  const reply = await step(
    name,
    async (usage) => {
      usage.model = id;
      usage.route = toRoute(provider, hop);
      const modelId = entry?.remoteId ?? id;
      usage.request = { provider: provider.id, model: modelId, ...describeCall(options, past) };
      const cheaper =
        lane &&
        (await lane.ask({
          orgId: orgId!,
          jobId: jobId!,
          step: name,
          provider,
          modelId,
          options,
          until: lane.until,
          wait: waitForLane!,
        }));
      const redactText = (text: string): string => redact?.(Buffer.from(text)).toString() ?? text;
      if (cheaper !== undefined && !('left' in cheaper)) {
        usage.route.lane = 'batch';
        const reply: Reply = { ...cheaper, lane: 'batch' };
        return noteUse(usage, entry, await traceCollected({ provider, modelId }, options, redactText, reply));
      }
      if (isInLane) release = await admit(context, { ...expected, cost: expectCost(entry, options, past.last) });
      const retries: StepRetry[] = cheaper?.left === undefined ? [] : [leftLane(cheaper.left)];
      const reply = await askProvider(ask, { provider, modelId }, options, signal, {
        retries,
        openWords,
        redact: redactText,
        hasSubstitute,
      }).finally(() => {
        if (retries.length > 0) usage.retries = retries;
      });
      if (reply.firstTokenMs !== undefined) usage.route.first_token_ms = reply.firstTokenMs;
      return noteUse(usage, entry, reply);
    },
    { kind: 'model' },
  ).finally(() => release?.());
  // The journal has the answer now. Until then, a crash would lose what is paid.
  if (reply.lane === 'batch' && jobId !== undefined) await lane?.forget(jobId, name);
  return reply;
}

/** The way through the lane is told like a try that failed. */
const leftLane = ({ since, why }: { since: Date; why: string }): StepRetry => ({
  started_at: since.toISOString(),
  duration_ms: Math.max(0, Date.now() - since.getTime()),
  error: `Left the half-price lane: ${why}`,
});

/** What is known of the turns before: messages told, the step that this one continues, and what the last one used. */
export type Past = { told: number; continues?: string; last?: TokenUse | undefined };

/** A cheaper model may have room where this one has none. */
async function admit(context: ModelContext, expected: ExpectedCost): Promise<(() => void) | undefined> {
  try {
    return await context.admit?.(expected);
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.code !== 'errand.jobs.cost_limit') throw error;
    throw new ModelFailure('budget', error.message, { code: error.code, cause: error });
  }
}

function noteUse(usage: StepUsage, entry: ResolvedModel['entry'], reply: Reply): Reply {
  usage.cachedInputTokens = reply.use.cachedInput;
  usage.inputTokens = reply.use.input;
  usage.outputTokens = reply.use.output;
  usage.cost = priceOf(entry, reply.use, reply.lane) ?? 0;
  return reply;
}

export type Route = {
  hop: Hop | undefined;
  hasSubstitute: boolean;
  /** The lane for calls that can wait, and until when they can. */
  lane?: (BatchLane & { forget(jobId: string, step: string): Promise<void>; until: Date }) | undefined;
};

export const toRoute = (provider: Provider | undefined, hop: Hop | undefined): StepRoute => ({
  provider: provider?.id ?? 'builtin',
  key: provider === undefined ? 'house' : keyOf(provider),
  lane: 'normal',
  ...(hop && { reason: hop.reason, instead_of: hop.insteadOf }),
});
