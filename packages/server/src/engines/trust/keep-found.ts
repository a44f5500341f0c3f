import { type EngineContext, EngineFailure, type EngineResult } from '../engine/engine.ts';
import { type Extraction, judgeExtraction, outputValue, partialResult } from './judge-extraction.ts';
import { withoutDemands } from './relax-schema.ts';
import type { TrustConfig } from './trust-config.ts';

// A failed extraction keeps what it had found, checked in the same way as a result.

/** Does the work. If its answer is refused, the failure gets the values that the answer has. */
export async function keepFound<T>(
  context: EngineContext,
  extraction: Omit<Extraction, 'value'>,
  config: TrustConfig,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.found === undefined || extraction.schema === undefined) throw error;
    const kept: TrustConfig = { ...config, trust: { ...config.trust, on_untrusted: 'keep' } };
    const schema = withoutDemands(extraction.schema);
    const judged = await judgeExtraction(context, { ...extraction, value: error.found, schema }, kept);
    throw withPartial(error, partialResult(outputValue(judged, config), judged.trust));
  }
}

/** The same failure with what was found before it. */
export const withPartial = (error: EngineFailure, partial: EngineResult): EngineFailure =>
  new EngineFailure(error.message, {
    code: error.code,
    retry: error.retry,
    ...(error.postponeSeconds !== undefined && { postponeSeconds: error.postponeSeconds }),
    cause: error,
    partial,
  });
