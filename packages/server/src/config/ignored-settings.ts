import { nearest } from '#platform/nearest.ts';

/** Variables that the CLI, tests and programs of the operator read. */
const READ_ELSEWHERE = /^ERRAND_(URL|API_KEY|PROFILE|TEST_\w+)$/;

/** Wraps the environment to record which variables are read. `listIgnored` reports the rest of ours, mostly typos. */
export function watchSettings(given: NodeJS.ProcessEnv): { env: NodeJS.ProcessEnv; listIgnored(): string[] } {
  const read = new Set<string>();
  const env = new Proxy(given, {
    get(target, name) {
      if (typeof name === 'string') read.add(name);
      return Reflect.get(target, name);
    },
  });
  const isIgnored = (name: string): boolean =>
    name.startsWith('ERRAND_') && !read.has(name) && !READ_ELSEWHERE.test(name);
  return {
    env,
    listIgnored: () =>
      Object.keys(given)
        .filter(isIgnored)
        .map((name) => `${name} has no effect: it is unknown, or another setting is missing.${meant(name, read)}`),
  };
}

/** Compares names without the prefix ERRAND_, which PORT and a few others lack. */
function meant(name: string, read: Set<string>): string {
  const bare = (one: string): string => one.replace(/^ERRAND_/, '');
  const names = new Map([...read].map((one) => [bare(one), one]));
  const found = names.get(nearest(bare(name), names.keys()) ?? '');
  return found === undefined ? '' : ` Did you mean '${found}'?`;
}
