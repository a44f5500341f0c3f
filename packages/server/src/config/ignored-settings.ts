import { nearest } from '#platform/nearest.ts';

/** Read by the command line, and by programs that an operator adds. */
const READ_ELSEWHERE = /^ERRAND_(URL|API_KEY|PROFILE|TEST_\w+)$/;

/** The environment, and afterwards a sentence for each variable of ours that nothing has read: a typing error, mostly. */
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
        .map((name) => `${name} has no effect: it is no setting, or one that needs others.${meant(name, read)}`),
  };
}

/** Compared without the prefix, which nearly all have: PORT has none. */
function meant(name: string, read: Set<string>): string {
  const bare = (one: string): string => one.replace(/^ERRAND_/, '');
  const names = new Map([...read].map((one) => [bare(one), one]));
  const found = names.get(nearest(bare(name), names.keys()) ?? '');
  return found === undefined ? '' : ` Did you mean '${found}'?`;
}
