import type { AutoClose, PlaybookContent, PlaybookStep } from '@errand/sdk';

// A playbook while somebody writes it: texts where the wire has values, and keys that stay while rows move.

type Op = NonNullable<PlaybookStep['when']>[number]['op'];
/** Tests of a condition in words. */
export const operatorWords: Readonly<Record<Op, string>> = {
  equals: 'is',
  not_equals: 'is not',
  in: 'is one of',
  contains: 'contains',
  exists: 'exists',
  gt: 'is more than',
  lt: 'is less than',
};
export const operators = Object.keys(operatorWords) as Op[];

export type ConditionDraft = { key: number; path: string; op: Op; value: string };
export type InputDraft = { key: number; name: string; template: string };
export type StepDraft = {
  key: number;
  name: string;
  agentId: string;
  when: ConditionDraft[];
  inputs: InputDraft[];
  then: NonNullable<PlaybookStep['then']>;
};
export type PlaybookDraft = { steps: StepDraft[]; autoClose: AutoClose | null };

let lastKey = 0;
export const newKey = (): number => {
  lastKey += 1;
  return lastKey;
};

export const emptyStep = (): StepDraft => ({
  key: newKey(),
  name: '',
  agentId: '',
  when: [],
  inputs: [{ key: newKey(), name: 'text', template: '${alert.rule}: ${alert.data.note}' }],
  then: 'continue',
});

export const readPlaybook = ({ steps, auto_close: autoClose }: PlaybookContent): PlaybookDraft => ({
  steps: steps.map(({ name, agent_id: agentId, when = [], inputs, then = 'continue' }) => ({
    key: newKey(),
    name,
    agentId,
    when: when.map(({ path, op, value }) => ({ key: newKey(), path, op, value: showValue(value) })),
    inputs: Object.entries(inputs).map(([input, template]) => ({
      key: newKey(),
      name: input,
      template: showValue(template),
    })),
    then,
  })),
  autoClose,
});

export const writePlaybook = ({ steps, autoClose }: PlaybookDraft): PlaybookContent => ({
  steps: steps.map(({ name, agentId, when, inputs, then }) => ({
    name: name.trim(),
    agent_id: agentId,
    ...(when.length > 0 && {
      when: when.map(({ path, op, value }) => ({ path: path.trim(), op, value: readValue(value) })),
    }),
    inputs: Object.fromEntries(
      inputs
        .filter(({ name: input }) => input.trim() !== '')
        .map(({ name: input, template }) => [input.trim(), readTemplate(template)]),
    ),
    then,
  })),
  auto_close: autoClose,
});

/** A text stays a text unless it would be read as something else. */
function showValue(value: unknown): string {
  if (typeof value !== 'string') return value === undefined ? '' : JSON.stringify(value);
  return typeof readValue(value) === 'string' ? value : JSON.stringify(value);
}

/** Numbers, true, false, null, lists and quoted texts are JSON; everything else is a text. */
export function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Inputs are texts with templates, unless they are lists, objects or quoted. */
const readTemplate = (text: string): unknown =>
  /^\s*[[{"]/.test(text)
    ? readValue(text)
    : /^(true|false|-?\d+(\.\d+)?)$/.test(text.trim())
      ? readValue(text.trim())
      : text;
