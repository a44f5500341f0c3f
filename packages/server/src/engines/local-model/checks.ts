import type { Check } from '#platform/check.ts';
import type { LocalModel } from '../models/local-settings.ts';
import { createLocalRunner } from './runner.ts';

/** Loads the model as a worker of this machine would. */
export const localModelChecks = (settings: LocalModel | undefined): Check[] =>
  settings === undefined
    ? []
    : [
        {
          name: 'Local model',
          isSlow: true,
          async look() {
            const runner = createLocalRunner(settings);
            try {
              const { contextTokens } = await runner.load();
              return { detail: `${settings.name} loads, with a context of ${contextTokens} tokens` };
            } catch (error) {
              return {
                detail: (error as Error).message,
                fix: 'Correct ERRAND_LOCAL_MODEL and ERRAND_LOCAL_RUNTIME (docs/local-model.md). Until then, calls of the model fail.',
              };
            } finally {
              await runner.stop();
            }
          },
        },
      ];
