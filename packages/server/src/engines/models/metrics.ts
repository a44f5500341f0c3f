import type { Metrics } from '#platform/metrics.ts';
import type { FaultKind } from './faults.ts';

export type ModelMetrics = {
  asked(provider: string, outcome: 'answered' | FaultKind, ms: number): void;
  /** Another model was asked than the one that was named. */
  substituted(reason: string): void;
};

export function createModelMetrics(metrics: Metrics): ModelMetrics {
  const calls = metrics.counter('errand_model_calls_total', 'Calls to model providers, by outcome', [
    'provider',
    'outcome',
  ]);
  const seconds = metrics.histogram(
    'errand_model_call_seconds',
    'Seconds from a call to a provider to its response or fault',
    [0.1, 0.5, 1, 2, 5, 10, 20, 60, 180],
  );
  const substitutions = metrics.counter(
    'errand_model_substitutions_total',
    'Calls to a model in place of another one, by reason',
    ['reason'],
  );
  return {
    substituted: (reason) => substitutions.inc({ reason }),
    asked(provider, outcome, ms) {
      calls.inc({ provider, outcome });
      seconds.observe(ms / 1_000);
    },
  };
}
