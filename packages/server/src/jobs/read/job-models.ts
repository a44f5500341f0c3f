import type { StepRow } from './job-steps.ts';

type Step = Omit<StepRow, 'started_at'>;

/** The calls of models in order: who was asked, why, and what it cost. */
export function modelsView(steps: Step[]) {
  const asked = steps.flatMap(({ route, ...step }) =>
    step.kind === 'model' && route !== null ? [{ route, step }] : [],
  );
  return {
    models: asked.map(({ route, step }) => ({
      model: step.model ?? '',
      provider: route.provider,
      key: route.key,
      lane: route.lane,
      reason: route.reason ?? null,
      instead_of: route.instead_of ?? null,
      succeeded: step.status === 'succeeded',
      cost: step.cost,
      input_tokens: step.input_tokens,
      cached_tokens: step.cached_input_tokens,
      output_tokens: step.output_tokens,
      first_token_ms: route.first_token_ms ?? null,
      ms: step.duration_ms,
    })),
    substituted: asked.some(({ route, step }) => step.status === 'succeeded' && route.instead_of !== undefined),
  };
}
