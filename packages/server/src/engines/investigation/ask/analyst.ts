import { answeringRoles } from '@errand/contract/roles.ts';
import { type Static, Type } from 'typebox';
import { databaseNow } from '#platform/ids.ts';
import { isJsonObject } from '#platform/json.ts';
import type { EngineContext } from '../../engine/engine.ts';
import { form } from '../../engine/form.ts';
import type { Evidence } from '../evidence/evidence.ts';

// Asks a person. The job waits without a slot. Each answer becomes a piece of evidence, named after its question.

const QUESTIONS_MAX = 10;
const QUESTION_CHARACTERS_MAX = 500;
const HOUR_MS = 3_600_000;

const askAnalyst = Type.Object({
  questions: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: QUESTION_CHARACTERS_MAX }), {
      title: 'Questions of every case',
      maxItems: QUESTIONS_MAX,
      description: 'Questions to ask in every case before it is decided.',
    }),
  ),
  missing: Type.Optional(
    Type.Boolean({
      title: 'Ask for missing facts',
      description:
        'Whether the model asks for facts that neither the case nor its sources contain, in at most five questions.',
    }),
  ),
  unsupported: Type.Optional(
    Type.Boolean({
      title: 'Ask about rules that the evidence does not settle',
      description: 'Whether to ask about rules that the evidence does not settle, and decide them again.',
    }),
  ),
  role: Type.Optional(
    Type.Enum([...answeringRoles], {
      title: 'Who may answer',
      description: 'Lowest role that may answer. Default: member.',
    }),
  ),
  forbid_requester: Type.Optional(
    Type.Boolean({
      title: 'Not the person who started the job',
      description: 'If true, the user who started the job may not answer.',
    }),
  ),
  due_hours: Type.Optional(
    Type.Number({
      title: 'Time to answer',
      'x-unit': 'hours',
      exclusiveMinimum: 0,
      maximum: 8_760,
      description: 'Hours until the question times out. Fractions are allowed.',
    }),
  ),
  on_timeout: Type.Optional(
    Type.Enum(['fail', 'continue'], {
      title: 'Without an answer',
      description: 'fail: the job fails. continue: the case is decided without an answer. Default: fail.',
    }),
  ),
});

export type AskAnalyst = Static<typeof askAnalyst>;

export const analystConfig = {
  ask_analyst: Type.Optional(
    Type.Unsafe<AskAnalyst>({
      ...form('trust', 'Questions to a person'),
      ...askAnalyst,
      additionalProperties: false,
      description: 'Asks a person about the case and waits for the answer, which becomes evidence.',
      examples: [{ questions: ['What is the business of the customer?'], unsupported: true, due_hours: 48 }],
    }),
  ),
};

/** Reports a configuration that would never ask anything. */
export function findAnalystProblems({ ask_analyst: given }: Record<string, unknown>): string[] {
  if (!isJsonObject(given)) return [];
  const { questions, missing, unsupported } = given;
  const hasQuestions = Array.isArray(questions) ? questions.length > 0 : questions !== undefined;
  return hasQuestions || missing || unsupported
    ? []
    : ["'ask_analyst' asks nothing. Set questions, missing or unsupported."];
}

/** The built-in model cannot tell which facts are missing, so it asks only the configured questions. */
export function findAnalystWarnings({ ask_analyst: given, model }: Record<string, unknown>): string[] {
  if (model !== 'baseline' || !isJsonObject(given) || !(given.missing || given.unsupported)) return [];
  return [
    "With the model baseline, 'ask_analyst' asks only the configured questions. 'missing' and 'unsupported' need another model.",
  ];
}

/** `why` is the reason for the question, in Markdown. */
export type AnalystQuestion = { question: string; why?: string };

/** Adds the answers to the evidence. Returns false if there are none, or if nobody was asked because it is a trial. */
export async function askPerson(
  context: EngineContext,
  { ask, evidence, questions }: { ask: AskAnalyst; evidence: Evidence; questions: AnalystQuestion[] },
): Promise<boolean> {
  const asked = questions.slice(0, QUESTIONS_MAX);
  if (asked.length === 0 || context.isTrial) return false;
  const {
    answer,
    comment,
    answered_by: by,
  } = await context.wait({
    kind: 'question',
    title: asked.length === 1 ? asked[0]!.question : `${asked.length} questions about the case`,
    body: asked.map(({ question, why }, at) => `${at + 1}. **${question}**${why ? `\n   ${why}` : ''}`).join('\n'),
    answer_schema: {
      type: 'object',
      properties: Object.fromEntries(asked.map(({ question }, at) => [keyOf(at), { type: 'string', title: question }])),
      additionalProperties: false,
    },
    evidence: evidence.items.map(({ artifactKey }) => artifactKey),
    assignee_role: ask.role ?? 'member',
    forbid_requester: ask.forbid_requester ?? false,
    ...(ask.due_hours !== undefined && { due_at: new Date(databaseNow() + ask.due_hours * HOUR_MS) }),
    on_timeout: ask.on_timeout ?? 'fail',
  });
  const source = `analyst ${by ?? 'unknown'}`;
  const said = isJsonObject(answer) ? answer : {};
  const told = [
    ...asked.map(({ question }, at) => ({ question, text: said[keyOf(at)] })),
    { question: 'Comment of the analyst', text: comment },
  ].filter((one): one is { question: string; text: string } => typeof one.text === 'string' && one.text.trim() !== '');
  for (const { question, text } of told)
    await evidence.add({
      name: question,
      description: `Answer of ${by ?? 'a person'} to: ${question}`,
      source,
      text,
      isCase: true,
      detail: { question },
    });
  return told.length > 0;
}

const keyOf = (at: number): string => `answer_${at + 1}`;

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, QUESTION_CHARACTERS_MAX);
