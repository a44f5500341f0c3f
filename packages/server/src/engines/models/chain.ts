import { EngineFailure } from '../engine/engine.ts';
import type { ModelRequest } from '../engine/model-call.ts';
import type { ChainLink, Condition } from '../engine/model-config.ts';
import { priceOf, type ResolvedModel } from './catalog.ts';

// A chain: models that are asked in order, each only for the conditions it is listed for. Whoever answers in place of
// another says so in its step.

/** A failure that another model may make up for. */
export class ModelFailure extends EngineFailure {
  readonly condition: Condition | undefined;
  constructor(
    condition: Condition | undefined,
    message: string,
    options: ConstructorParameters<typeof EngineFailure>[1],
  ) {
    super(message, options);
    this.condition = condition;
  }
}

/** The chain of a job's configuration. It holds for requests to the configured model. */
export type Chain = { model: string | undefined; links: ChainLink[] };

/** Why a model answers in place of another. */
export type Hop = { insteadOf: string; reason: Condition };

/** Returns the models that may stand in for the requested one. */
export const linksOf = (chain: Chain | undefined, request: ModelRequest): ChainLink[] =>
  chain === undefined || request.substitutes === 'never' || (chain.model ?? '') !== (request.model ?? '')
    ? []
    : chain.links;

/** Returns the models that are listed for values that are not trusted. */
export const escalationsOf = (chain: Chain | undefined, model: string | undefined): string[] =>
  linksOf(chain, { ...(model !== undefined && { model }), prompt: [] })
    .filter(({ when }) => when.includes('untrusted'))
    .map((link) => link.model);

/**
 * Asks the first model, and after a failure the next one that is listed for its condition. If all fail, the job waits
 * for one that is only out for a while; otherwise the last failure counts.
 */
export async function followChain<T>(
  first: string,
  links: ChainLink[],
  {
    standsFor,
    isTooDear,
    ask,
  }: {
    /** What the first one stands in for already. */
    standsFor: Hop | undefined;
    isTooDear(model: string, hop: Hop | undefined): boolean;
    ask(model: string, hop: Hop | undefined, hasNext: boolean): Promise<T>;
  },
): Promise<T> {
  const failures: ModelFailure[] = [];
  const skipped: string[] = [];
  let model = first;
  let rest = links;
  for (let reason: Condition | undefined; ; ) {
    const hop = reason === undefined ? standsFor : { insteadOf: first, reason };
    const hasCheaper = rest.some(({ when }) => when.includes('budget'));
    try {
      // The named model may pass the limit with its call, a substitute may not.
      if ((hop !== undefined || hasCheaper) && isTooDear(model, hop))
        throw new ModelFailure('budget', `${model} may cost more than the job has left.`, {
          code: 'errand.jobs.cost_limit',
        });
      return await ask(model, hop, rest.some(isForFaults));
    } catch (error) {
      if (reason !== undefined && isUnfit(error)) skipped.push(`'${model}' cannot stand in: ${error.message}`);
      else if (error instanceof ModelFailure && error.condition !== undefined) {
        failures.push(error);
        reason = error.condition;
      } else throw error;
      const next = rest.findIndex(({ when }) => when.includes(reason!));
      if (next === -1) throw choose(failures, skipped);
      model = rest[next]!.model;
      rest = rest.slice(next + 1);
    }
  }
}

const isForFaults = ({ when }: ChainLink): boolean => when.includes('outage') || when.includes('rate_limit');

/** A substitute without a provider, or one that may not or cannot read the request, is passed over. */
const isUnfit = (error: unknown): error is EngineFailure =>
  error instanceof EngineFailure &&
  ['errand.models.missing', 'errand.models.capability', 'errand.connections.refused'].includes(error.code);

function choose(failures: ModelFailure[], skipped: string[]): EngineFailure {
  const chosen = failures.find((one) => one.postponeSeconds !== undefined || one.retry) ?? failures.at(-1)!;
  if (skipped.length === 0) return chosen;
  const { code, retry, postponeSeconds, cause } = chosen;
  return new EngineFailure([chosen.message, ...skipped].join(' '), {
    code,
    retry,
    cause,
    ...(postponeSeconds !== undefined && { postponeSeconds }),
  });
}

/** Whether the call may cost more than is left. A token has about four characters. */
export function isTooDear({ entry }: ResolvedModel, request: ModelRequest, left: number | undefined): boolean {
  if (left === undefined) return false;
  const characters = request.prompt.reduce(
    (sum, part) => sum + (part.type === 'text' ? part.text.length : part.data.length / 100),
    request.system?.length ?? 0,
  );
  const output = request.outputTokensMax ?? OUTPUT_TOKENS_GUESSED;
  return (priceOf(entry, { input: Math.ceil(characters / 4), cachedInput: 0, output }) ?? 0) > left;
}

/** A page of text. */
const OUTPUT_TOKENS_GUESSED = 500;
