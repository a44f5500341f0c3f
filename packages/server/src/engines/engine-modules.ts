import { pathToFileURL } from 'node:url';
import { Type } from 'typebox';
import { ConfigError } from '#platform/configuration.ts';
import { defineEngine, type Engine, EngineFailure } from './engine/engine.ts';

// Loads custom engines: the TypeScript or JavaScript files that ERRAND_ENGINE_MODULES lists. They are loaded at
// startup, so that a broken file stops the start with a clear message.

/** Passed to the module, so that it needs no imports. */
export type EngineKit = { defineEngine: typeof defineEngine; EngineFailure: typeof EngineFailure; Type: typeof Type };

const NAME = 'ERRAND_ENGINE_MODULES';
const kit: EngineKit = { defineEngine, EngineFailure, Type };

export async function loadEngineModules(paths: string[]): Promise<Engine[]> {
  const engines: Engine[] = [];
  for (const path of paths) engines.push(...(await loadModule(path)));
  return engines;
}

async function loadModule(path: string): Promise<Engine[]> {
  let exported: unknown;
  try {
    ({ default: exported } = (await import(pathToFileURL(path).href)) as { default: unknown });
    if (typeof exported === 'function') exported = await exported(kit);
  } catch (error) {
    throw new ConfigError(`${NAME}: ${path} cannot be loaded: ${error instanceof Error ? error.message : error}`);
  }
  const engines = Array.isArray(exported) ? exported : [exported];
  for (const engine of engines) {
    if (!isEngine(engine)) {
      throw new ConfigError(
        `${NAME}: the default export of ${path} must be the result of defineEngine, or a function that returns it.`,
      );
    }
  }
  return engines;
}

function isEngine(value: unknown): value is Engine {
  const { id, name, description, inputs, configSchema, run } = (value ?? {}) as Partial<Engine>;
  return (
    [id, name, description].every((text) => typeof text === 'string' && text !== '') &&
    Array.isArray(inputs) &&
    typeof configSchema?.properties === 'object' &&
    typeof run === 'function'
  );
}
