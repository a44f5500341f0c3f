// Loaded before a process of the laboratory (node --import): rewrites the lines that CHAOS_MUTATION names.
import { registerHooks } from 'node:module';
import { type Mutation, type MutationName, mutations } from './mutations.ts';

const chosen: Mutation[] = mutations[process.env.CHAOS_MUTATION as MutationName] ?? [];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const own = chosen.filter(({ file }) => url.endsWith(`/packages/server/src/${file}`));
    if (own.length === 0) return loaded;
    const given = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as never).toString();
    return { ...loaded, source: own.reduce(mutate, given) };
  },
});

function mutate(source: string, { file, from, to }: Mutation): string {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`The mutation finds "${from}" ${parts.length - 1} times in ${file}.`);
  return parts.join(to);
}
