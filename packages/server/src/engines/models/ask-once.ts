import type { StepRetry, StepRoute, StepUsage } from '../engine/engine.ts';
import { type AskDeps, type AskOptions, askProvider } from './ask-provider.ts';
import type { BatchLane } from './batch-lane.ts';
import { priceOf, type ResolvedModel } from './catalog.ts';
import type { Hop } from './chain.ts';
import { describeCall } from './describe-call.ts';
import type { ModelContext } from './model-context.ts';
import type { CallOptions } from './provider-models.ts';
import type { Reply } from './reply.ts';
import { keyOf, type Provider } from './settings.ts';
import { traceCollected } from './trace-call.ts';

/** One request to a provider, as a step of the job. */
export async function askOnce(
  ask: AskDeps,
  { step, signal, redact, orgId, jobId, waitForLane }: ModelContext,
  name: string,
  options: CallOptions,
  { id, entry, provider }: ResolvedModel & { provider: Provider },
  past: { told: number; continues?: string },
  { hop, hasSubstitute, lane, openWords }: Route & Pick<AskOptions, 'openWords'>,
): Promise<Reply> {
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
      if (cheaper !== undefined) {
        usage.route.lane = 'batch';
        const reply: Reply = { ...cheaper, lane: 'batch' };
        return noteUse(usage, entry, await traceCollected({ provider, modelId }, options, redactText, reply));
      }
      const retries: StepRetry[] = [];
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
  );
  // The journal has the answer now. Until then, a crash would lose what is paid.
  if (reply.lane === 'batch' && jobId !== undefined) await lane?.forget(jobId, name);
  return reply;
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
