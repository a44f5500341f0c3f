import type { PlaybookContent, PlaybookStep } from '@errand/contract/playbooks.ts';
import { listAgentsBySlug } from '#agents/slugs.ts';
import { findRunnable } from '#agents/snapshot.ts';
import type { Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { isUuid } from '#platform/ids.ts';
import { findPolicy } from '#policies/store.ts';
import { findConditionProblems } from '#triggers/condition.ts';
import { findInputProblems } from '#triggers/input-problems.ts';
import { findTemplateProblems } from '#triggers/mapping.ts';

export const ROOTS = ['alert', 'case', 'results'];

/** Checks a plan before it is stored. Agents are stored by their ids: a slug follows a name, which may change. */
export async function readContent(db: Db, orgId: string, given: PlaybookContent): Promise<PlaybookContent> {
  const bySlug = await listAgentsBySlug(db, orgId);
  const ids = new Set([...bySlug.values()].map(({ id }) => id));
  const problems: string[] = [];
  const names = new Set<string>();
  const steps = given.steps.map((step): PlaybookStep => {
    const of = `Step '${step.name}': `;
    const id = isUuid(step.agent_id) ? step.agent_id.toLowerCase() : bySlug.get(step.agent_id)?.id;
    if (id === undefined || !ids.has(id)) problems.push(`${of}there is no agent '${step.agent_id}'.`);
    if (names.has(step.name)) problems.push(`${of}another step has this name.`);
    problems.push(...findStepProblems(step, [...names]).map((problem) => of + problem));
    names.add(step.name);
    return { ...step, agent_id: id ?? step.agent_id };
  });
  for (const { name, agent_id: id, inputs } of steps) {
    const agent = ids.has(id) ? await findRunnable(db, id) : undefined;
    const found = agent && findInputProblems(agent, inputs, (key) => `\${alert.data.${key}}`);
    problems.push(...(found ?? []).map((problem) => `Step '${name}': ${problem}`));
  }
  const { auto_close: closing } = given;
  if (closing === null && steps.some(({ then }) => then === 'close'))
    problems.push('A step ends with close, but auto_close is null: nothing closes by itself.');
  const policyId = closing?.policy_id.toLowerCase();
  if (policyId !== undefined && (await findPolicy(db, orgId, policyId)) === undefined)
    problems.push('auto_close: there is no policy with this id.');
  if (problems.length > 0) throw invalidFields({ content: problems.slice(0, 20) });
  return { steps, auto_close: closing && { ...closing, policy_id: policyId! } };
}

function findStepProblems({ inputs, when = [] }: PlaybookStep, before: string[]): string[] {
  const known = (name: string | undefined): boolean => name === undefined || before.includes(name);
  return [
    ...findTemplateProblems(
      inputs,
      ROOTS,
      (match) => `${match} is no value here. Use \${alert.…}, \${case.…} or \${results.…}, or $$ for a dollar sign.`,
    ),
    ...findConditionProblems(when),
    ...when.flatMap(({ path }) =>
      ROOTS.includes(path.split('/')[1] ?? '')
        ? []
        : [`the path ${path} does not begin with /alert, /case or /results.`],
    ),
    ...[...JSON.stringify(inputs).matchAll(/\$\{results\.([^.[\]\s}]+)/g)].flatMap(([, name]) =>
      known(name) ? [] : [`no step before this one has the name '${name}'.`],
    ),
    ...when.flatMap(({ path }) => {
      const [, root, name] = path.split('/');
      return root !== 'results' || known(name) ? [] : [`no step before this one has the name '${name}'.`];
    }),
  ];
}
