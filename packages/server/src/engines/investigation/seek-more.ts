import { isDeepStrictEqual } from 'node:util';
import { type AppliedPolicy, type PolicyRule, ruleKey, rulesOf } from '#policies/model.ts';
import { type EngineContext, EngineFailure, type TableAnswer } from '../engine/engine.ts';
import type { FrozenCase } from '../engine/frozen.ts';
import type { ModelTool, ToolUse } from '../engine/model-call.ts';
import type { Settings } from './ask/settings.ts';
import { proposeQuestions } from './clarify.ts';
import { scanTables } from './decide/scan-tables.ts';
import type { Evidence } from './evidence/evidence.ts';
import { readPageText } from './evidence/page-text.ts';
import { askTools, FETCH_PAGE, keepUse, QUERY_TABLES } from './gather.ts';

// Finds out what a case lacks before it is decided again. Its evidence was gathered for the rules of its time. For new
// rules all rows of the case are looked at, and the model is asked what it would gather. What the case does not hold is
// a question; pages and tables can be read anew.

export type More = {
  /** What would have been asked. Empty if the case holds everything. */
  questions: string[];
  /** Whether evidence was added that the case did not have. */
  isGathered: boolean;
};

type Given = { settings: Settings; policy: AppliedPolicy; evidence: Evidence; frozen: FrozenCase; anew: boolean };

const NOT_HELD = 'The stored case does not hold this.';
const QUESTIONS_MAX = 20;
const QUESTION_CHARACTERS_MAX = 500;

export async function seekMore(context: EngineContext, given: Given): Promise<More> {
  const { settings, policy, evidence, frozen } = given;
  // Nobody knows what evidence of earlier releases was gathered for, so that all rules count as new.
  const { gatheredFor = [], gathering, plan } = frozen;
  const known = new Set(gatheredFor);
  const rules = rulesOf(policy.content).filter((rule) => !known.has(ruleKey(rule)));
  if (rules.length === 0) return { questions: [], isGathered: false };
  await scanTables(context, rules, evidence);
  if (settings.isBaseline) return { questions: [], isGathered: false };
  const uses = await askForRules(context, given, rules);
  const added = uses.filter((use) => !gathering?.uses.some((held) => isSame(held, use)));
  for (const use of added) await keepUse(evidence, use);
  const people = frozen.asksAnalyst ? await proposeQuestions(context, settings, { policy, evidence, plan, rules }) : [];
  return {
    questions: [
      ...new Set([...uses.filter(isUnanswered).map(describeUse), ...people.map(({ question }) => question)]),
    ].slice(0, QUESTIONS_MAX),
    isGathered: added.some((use) => 'result' in use && isNew(use.result)),
  };
}

/** Lets the model use the tools that it had then. They answer from the case, or fail. */
async function askForRules(context: EngineContext, given: Given, rules: PolicyRule[]): Promise<ToolUse[]> {
  const { settings, policy, evidence, frozen } = given;
  const offered = frozen.gathering?.tools ?? [];
  if (offered.length === 0) return [];
  const tools = offered.map(
    (tool): ModelTool => ({ ...tool, execute: (input) => answer(context, given, tool, input) }),
  );
  return askTools(context, settings, policy, { rules, evidence, plan: frozen.plan, tools });
}

async function answer(
  context: EngineContext,
  { evidence, frozen, anew }: Given,
  { name }: Pick<ModelTool, 'name'>,
  input: unknown,
): Promise<unknown> {
  const held = frozen.gathering?.uses.find((use) => isSame(use, { name, input }));
  if (held !== undefined && 'result' in held) return held.result;
  if (held !== undefined) throw failed(held.error);
  const { hosts = [], tables = [] } = frozen.sources ?? {};
  if (name === QUERY_TABLES)
    return queryTables(context, evidence, { sql: (input as { sql: string }).sql, tables, anew });
  // Other tools and connections may have effects.
  if (name !== FETCH_PAGE || !anew) throw failed(NOT_HELD);
  return { ...(await readPageText(context, (input as { url: string }).url, hosts)), isNew: true };
}

/** Tables of the case are held. Others are queried only to gather anew. */
async function queryTables(
  context: EngineContext,
  { tables: own }: Evidence,
  { sql, tables, anew }: { sql: string; tables: string[] | '*'; anew: boolean },
): Promise<TableAnswer & { isNew?: true }> {
  const name = `query ${sql.slice(0, 300)}`;
  const hadOthers = tables.length > 0;
  try {
    // A list of tables would lack those of the organization.
    if (!hadOthers || !LISTS_TABLES.test(sql)) return await context.sql(name, { sql, given: own, only: [] });
  } catch (error) {
    // Only the database knows which tables a statement reads. What is invalid for another reason was invalid then, too.
    if (!hadOthers || !(error instanceof EngineFailure) || !LACKS_TABLE.test(error.message)) throw error;
  }
  if (!anew) throw failed(NOT_HELD);
  return { ...(await context.sql(name, { sql, given: own, ...(tables !== '*' && { only: tables }) })), isNew: true };
}

const LISTS_TABLES = /^\s*show\b/i;
const LACKS_TABLE = /There is no table '/;

const failed = (message: string) => new EngineFailure(message, { code: 'errand.tools.failed' });
const isUnanswered = (use: ToolUse): boolean => 'error' in use && use.error.includes(NOT_HELD);
const isNew = (result: unknown): boolean => (result as { isNew?: true } | null)?.isNew === true;
const isSame = (one: Pick<ToolUse, 'name' | 'input'>, other: Pick<ToolUse, 'name' | 'input'>): boolean =>
  one.name === other.name && isDeepStrictEqual(one.input, other.input);

function describeUse({ name, input }: ToolUse): string {
  const { sql, url } = input as { sql?: string; url?: string };
  const asked = name === QUERY_TABLES ? sql : name === FETCH_PAGE ? url : undefined;
  return `${name}: ${asked ?? JSON.stringify(input)}`.replace(/\s+/g, ' ').slice(0, QUESTION_CHARACTERS_MAX);
}
