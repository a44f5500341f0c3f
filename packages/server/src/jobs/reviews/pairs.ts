import type { ReviewStats } from '@errand/contract/review-desk.ts';
import type { Db } from '#platform/db.ts';
import { type Kappa, kappaOf } from './kappa.ts';

// Agreement of two reviewers of the same job. Only blind pairs count: somebody who gives feedback has seen the other
// review.

/** `id` tells reviewers of the same name apart. */
type Side = {
  id: string;
  by: string;
  agrees: boolean;
  verdict: string | null;
  outputs: Record<string, unknown> | null;
};
type Pair = { agent_id: string; said: string | null; first: Side; second: Side };

/** The newest pairs. More do not change the figures. */
const PAIRS_MAX = 20_000;
const FIELDS_MAX = 200;
const COUPLES_MAX = 100;

export async function findKappas(
  db: Db,
  where: string,
  values: unknown[],
): Promise<Pick<ReviewStats, 'kappa' | 'kappa_by_field' | 'kappa_by_pair'>> {
  const side = (t: string): string => `json_build_object('by', ${t}.decided_by->>'name',
    'id', coalesce(${t}.decided_user::text, ${t}.decided_key::text, ${t}.decided_by->>'name'), 'agrees', ${t}.agrees,
    'verdict', ${t}.corrected_verdict, 'outputs', ${t}.corrected_outputs)`;
  const pairs = await db.query<Pair>(
    `select t.agent_id, ${side('f')} as first, ${side('t')} as second,
       (select r.ui_fields->>'verdict' from job_results r where r.job_id = t.job_id and r.org_id = t.org_id) as said
     from review_tasks t join review_tasks f on f.id = t.first_id
     where ${where} and t.round = 2 and t.reason <> 'feedback' order by t.id desc limit ${PAIRS_MAX}`,
    values,
  );
  return {
    kappa: kappaOf(pairs.map(({ first, second }) => [String(first.agrees), String(second.agrees)])),
    kappa_by_field: Object.fromEntries(listFields(pairs).map((field) => [field, kappaOfField(pairs, field)])),
    kappa_by_pair: kappaOfCouples(pairs),
  };
}

function listFields(pairs: Pair[]): string[] {
  const pointers = pairs.flatMap(({ first, second }) =>
    [first, second].flatMap(({ outputs }) => Object.keys(outputs ?? {})),
  );
  const verdict = pairs.some(({ said }) => said !== null) ? ['verdict'] : [];
  return [...verdict, ...new Set(pointers)].slice(0, FIELDS_MAX);
}

/** Two who leave a value as it is agree about it. */
function kappaOfField(pairs: Pair[], field: string): Kappa {
  if (field === 'verdict')
    return kappaOf(
      pairs.flatMap(({ said, first, second }) =>
        said === null ? [] : [[first.verdict ?? said, second.verdict ?? said] as [string, string]],
      ),
    );
  const has = ({ outputs }: Side): boolean => outputs !== null && field in outputs;
  const agents = new Set(pairs.flatMap(({ agent_id, first, second }) => (has(first) || has(second) ? agent_id : [])));
  const right = (side: Side): string => (has(side) ? JSON.stringify(side.outputs![field]) : 'as given');
  return kappaOf(
    pairs.flatMap(({ agent_id, first, second }) =>
      agents.has(agent_id) ? [[right(first), right(second)] as [string, string]] : [],
    ),
  );
}

export function kappaOfCouples(pairs: Pair[]): ReviewStats['kappa_by_pair'] {
  const couples = new Map<string, { reviewers: string[]; answers: [string, string][] }>();
  for (const { first, second } of pairs) {
    const sides = first.id <= second.id ? [first, second] : [second, first];
    const key = JSON.stringify(sides.map(({ id }) => id));
    const couple = couples.get(key) ?? { reviewers: sides.map(({ by }) => by).sort(), answers: [] };
    couple.answers.push([String(sides[0]!.agrees), String(sides[1]!.agrees)]);
    couples.set(key, couple);
  }
  return [...couples.values()]
    .sort((one, other) => other.answers.length - one.answers.length)
    .slice(0, COUPLES_MAX)
    .map(({ reviewers, answers }) => ({ reviewers, kappa: kappaOf(answers) }));
}
