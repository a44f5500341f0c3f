import type { EngineContext } from '../engine/engine.ts';
import type { Judged } from './judge-extraction.ts';

/** The model of a try, if it is not the configured one. Spread it over the configuration. */
export type Escalation = { model?: string; escalatedFrom?: string };

/**
 * Asks the configured model first. As long as values are not trusted, asks the next model that the chain lists for
 * that. The judgement of the last one counts.
 */
export async function escalate<T extends { judged: Judged }>(
  context: Pick<EngineContext, 'escalations' | 'modelName'>,
  model: string | undefined,
  attempt: (escalation: Escalation, mayEscalate: boolean) => Promise<T>,
): Promise<T> {
  const stronger = context.escalations(model);
  const escalatedFrom = stronger.length > 0 ? context.modelName(model) : '';
  let given = await attempt({}, stronger.length > 0);
  for (const [index, next] of stronger.entries()) {
    if (!given.judged.isUntrusted) break;
    given = await attempt({ model: next, escalatedFrom }, index < stronger.length - 1);
  }
  return given;
}
