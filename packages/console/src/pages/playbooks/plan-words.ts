import type { AutoClose, PlaybookDiff, PlaybookStep } from '@errand/sdk';
import { operatorWords } from './playbook-draft.ts';

// A plan in words, as people read it, and what differs between two of them.

type Condition = NonNullable<PlaybookStep['when']>[number];
/** A line of a plan, such as "Runs if". The id is of what the value names, to show the name instead. */
type PlanFact = { label: string; text: string; names?: 'agent' | 'policy' };
/** Null: the line is not there. */
export type FactChange = { label: string; before: string | null; after: string | null; names?: 'agent' | 'policy' };
export type PlanChange = { kind: 'added' | 'removed' | 'changed'; what: string; name: string; facts: FactChange[] };

const endWords = { continue: 'the next step', escalate: 'a person, at once', close: 'may close' };

/** What follows from the success of a step. */
export const endOf = ({ then = 'continue' }: PlaybookStep): string => endWords[then];

export const conditionWords = ({ path, op, value }: Condition): string =>
  op === 'exists'
    ? `${path} ${value === false ? 'does not exist' : 'exists'}`
    : `${path} ${operatorWords[op]} ${JSON.stringify(value) ?? ''}`;

export const templateWords = (template: unknown): string =>
  typeof template === 'string' ? template : JSON.stringify(template);

export const shareWords = (share: number): string => `${Math.round(share * 1000) / 10} %`;

/** What differs between two plans: each step that is new, gone or changed, then their order, then what may close. */
export const describeChanges = ({ changed }: PlaybookDiff): PlanChange[] =>
  changed.map(({ path, before, after }) => {
    if (path === 'order') return describeOrder(before as string[], after as string[]);
    const isStep = path.startsWith('steps/');
    const read = (side: unknown): PlanFact[] =>
      side === null ? [] : isStep ? stepFacts(side as PlaybookStep) : closeFacts(side as AutoClose);
    return {
      kind: before === null ? 'added' : after === null ? 'removed' : 'changed',
      what: isStep ? 'step' : 'rule',
      name: isStep ? path.slice('steps/'.length) : 'Closing without a person',
      facts: compareFacts(read(before), read(after)),
    };
  });

const describeOrder = (before: string[], after: string[]): PlanChange => ({
  ...{ kind: 'changed', what: 'order', name: 'Order of the steps' },
  facts: [{ label: 'Steps', before: before.join(', '), after: after.join(', ') }],
});

function compareFacts(before: PlanFact[], after: PlanFact[]): FactChange[] {
  const find = (facts: PlanFact[], label: string) => facts.find((fact) => fact.label === label);
  const labels = new Set([...before, ...after].map(({ label }) => label));
  return [...labels].flatMap((label) => {
    const [one, other] = [find(before, label), find(after, label)];
    if (one?.text === other?.text) return [];
    const names = one?.names ?? other?.names;
    return [{ label, before: one?.text ?? null, after: other?.text ?? null, ...(names && { names }) }];
  });
}

const stepFacts = (step: PlaybookStep): PlanFact[] => [
  { label: 'Agent', text: step.agent_id, names: 'agent' },
  { label: 'Runs if', text: (step.when ?? []).map(conditionWords).join('\n') || 'always' },
  ...Object.entries(step.inputs).map(([key, template]) => ({ label: `Input ${key}`, text: templateWords(template) })),
  { label: 'Then', text: endOf(step) },
];

const closeFacts = (close: AutoClose): PlanFact[] => [
  { label: 'Verdicts', text: close.outcomes.join(', ') },
  { label: 'By the right of', text: close.policy_id, names: 'policy' },
  { label: 'Looked at again', text: shareWords(close.sample_rate) },
  { label: 'Reason code', text: close.reason_code ?? 'auto_close' },
];
