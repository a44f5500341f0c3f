import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Typology } from '@errand/contract/knowledge.ts';
import { describeProblem, findValueProblems } from '@errand/json-schema/check-value.ts';
import { Type } from 'typebox';
import { ConfigError } from '#platform/configuration.ts';

// The typologies that this server knows: its own, and those of the operator's file, which add to them or replace some.

export type Catalog = { list: Typology[]; find(id: string): Typology | undefined };

const FILE = 'ERRAND_TYPOLOGIES_FILE';
const Content = Type.Object({ typologies: Type.Array(Typology) });
const ID = /^[a-z0-9][a-z0-9.-]{0,99}$/;

export function readTypologies(env: NodeJS.ProcessEnv): Typology[] {
  const path = env[FILE]?.trim();
  if (!path) return [];
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new ConfigError(`${FILE} names a file that cannot be read as JSON: ${(cause as Error).message}`);
  }
  const [problem] = findValueProblems(Content as never, content);
  if (problem !== undefined) throw new ConfigError(`${FILE}: ${describeProblem(problem)}.`);
  const { typologies } = content as { typologies: Typology[] };
  const ids = typologies.flatMap(({ id, tactics }) => [id, ...tactics.map((tactic) => tactic.id)]);
  const wrong = ids.find((id, at) => !ID.test(id) || ids.indexOf(id) !== at);
  if (wrong !== undefined)
    throw new ConfigError(
      `${FILE}: the id '${wrong}' is used twice or is not valid. An id must contain only a-z, 0-9, . and -.`,
    );
  return typologies;
}

/** `own` has the operator's typologies. One with the id of a built-in typology replaces it. */
export function createCatalog(own: Typology[] = []): Catalog {
  const built = JSON.parse(readFileSync(join(import.meta.dirname, 'typologies.json'), 'utf8')) as {
    typologies: Typology[];
  };
  const byId = new Map([...built.typologies, ...own].map((typology) => [typology.id, typology]));
  return { list: [...byId.values()], find: (id) => byId.get(id) };
}
