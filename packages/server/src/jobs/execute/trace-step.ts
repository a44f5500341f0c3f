import type { StepKind, StepUsage } from '#engines/engine/engine.ts';
import { inSpan, recordsSpans } from '#platform/tracing.ts';
import type { Redactor } from '#secrets/redact.ts';

const NAME_CHARACTERS_MAX = 100;

/** Runs the work of a step in a span that tells what it used. */
export function traceStep<T>(
  name: string,
  kind: StepKind,
  redactor: Redactor,
  usage: StepUsage,
  work: (usage: StepUsage) => Promise<T>,
): Promise<T> {
  if (!recordsSpans()) return work(usage);
  const shown = redactor.text(name).slice(0, NAME_CHARACTERS_MAX);
  const attributes = { 'errand.step.name': shown, 'errand.step.kind': kind };
  return inSpan(`step ${shown}`, { attributes }, async (span) => {
    try {
      return await work(usage);
    } finally {
      span.setAttributes({
        'errand.cost.usd': usage.cost ?? 0,
        ...(usage.model !== undefined && { 'gen_ai.request.model': usage.model }),
        ...(usage.inputTokens !== undefined && { 'gen_ai.usage.input_tokens': usage.inputTokens }),
        ...(usage.outputTokens !== undefined && { 'gen_ai.usage.output_tokens': usage.outputTokens }),
        ...(usage.cachedInputTokens !== undefined && {
          'gen_ai.usage.cache_read.input_tokens': usage.cachedInputTokens,
        }),
        ...(usage.retries !== undefined && { 'errand.step.retries': usage.retries.length }),
      });
    }
  });
}
