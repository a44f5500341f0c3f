import { Type } from 'typebox';
import { loadModules } from '#platform/load-modules.ts';
import { defineEngine, type Engine, EngineFailure } from './engine/engine.ts';

// Custom engines: the files that ERRAND_ENGINE_MODULES lists.

/** Passed to the module, so that it needs no imports. */
export type EngineKit = { defineEngine: typeof defineEngine; EngineFailure: typeof EngineFailure; Type: typeof Type };

const kit: EngineKit = { defineEngine, EngineFailure, Type };

export const loadEngineModules = (paths: string[]): Promise<Engine[]> =>
  loadModules<Engine>({
    setting: 'ERRAND_ENGINE_MODULES',
    paths,
    kit,
    findProblem: (value) =>
      isEngine(value)
        ? undefined
        : 'the default export must be the result of defineEngine, or a function that returns it.',
  });

function isEngine(value: unknown): value is Engine {
  const { id, name, description, inputs, configSchema, run } = (value ?? {}) as Partial<Engine>;
  return (
    [id, name, description].every((text) => typeof text === 'string' && text !== '') &&
    Array.isArray(inputs) &&
    typeof configSchema?.properties === 'object' &&
    typeof run === 'function'
  );
}
