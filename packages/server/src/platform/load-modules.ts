import { pathToFileURL } from 'node:url';
import { ConfigError } from './configuration.ts';

type Modules = {
  /** The setting that lists the files. */
  setting: string;
  paths: string[];
  /** Passed to each module, so that it needs no imports. */
  kit: unknown;
  /** Says what is wrong with something that a module exports. */
  findProblem(value: unknown): string | undefined;
};

/**
 * Loads TypeScript or JavaScript files of the installation at startup, so that a broken one stops the process with a
 * clear message. Their default export is one part, a list of them, or a function that returns either.
 */
export async function loadModules<Part>({ setting, paths, kit, findProblem }: Modules): Promise<Part[]> {
  const parts: Part[] = [];
  for (const path of paths) {
    let exported: unknown;
    try {
      ({ default: exported } = (await import(pathToFileURL(path).href)) as { default: unknown });
      if (typeof exported === 'function') exported = await exported(kit);
    } catch (error) {
      throw new ConfigError(`${setting}: ${path} cannot be loaded: ${error instanceof Error ? error.message : error}`);
    }
    for (const part of Array.isArray(exported) ? exported : [exported]) {
      const problem = findProblem(part);
      if (problem !== undefined) throw new ConfigError(`${setting}: ${path}: ${problem}`);
      parts.push(part as Part);
    }
  }
  return parts;
}
