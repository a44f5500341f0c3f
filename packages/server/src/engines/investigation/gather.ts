import type { AppliedPolicy, PolicyRule } from '#policies/model.ts';
import { type EngineContext, EngineFailure, type TableAnswer } from '../engine/engine.ts';
import type { ModelTool, ToolUse } from '../engine/model-call.ts';
import { ask } from './ask/ask.ts';
import { describeEvidence, describePolicy, listRules } from './ask/prompts.ts';
import { GATHER, type Settings, TURNS } from './ask/settings.ts';
import type { CaseTable } from './evidence/case-tables.ts';
import type { Evidence } from './evidence/evidence.ts';
import { columnsLookedAt } from './evidence/looked-at.ts';
import { readText } from './evidence/orders.ts';
import { type PageText, pageEvidence, readPageText } from './evidence/page-text.ts';

// Gathers evidence beyond the inputs: makes a plan from the rules, then uses tools, within the sources that the agent's
// configuration allows. Results of tools become evidence; remarks of the model do not.

export const FETCH_PAGE = 'fetch_page';
export const QUERY_TABLES = 'query_tables';

/** Limited, because every later prompt contains the files. */
const SKILLS_CHARACTERS_MAX = 60_000;

/** Returns the plan as text for later prompts, or ''. `known` is the instructions and knowledge of the team. */
export async function planInvestigation(
  context: EngineContext,
  settings: Settings,
  policy: AppliedPolicy,
  { rules, evidence, known }: { rules: PolicyRule[]; evidence: Evidence; known: string },
): Promise<string> {
  if (!settings.planning || settings.isBaseline) return '';
  const answer = await ask(context, settings, 'plan', {
    prompt: [
      {
        type: 'text',
        text: `${describePolicy(policy.content)}${known}\n${describeEvidence(evidence)}\n${listRules(rules)}
Plan the investigation: which questions must be answered to decide these rules, at most ten, and where the answer may stand.`,
      },
    ],
    schema: {
      type: 'object',
      properties: { questions: { type: 'array', items: { type: 'string' } } },
      required: ['questions'],
    },
  });
  // A manipulated model must not pass orders on as our own questions.
  const questions = (answer.output as { questions: string[] }).questions.filter(
    (question) => readText(question).orders.length === 0,
  );
  return questions.length === 0 ? '' : `Questions to answer:\n${questions.slice(0, 10).map(oneLine).join('\n')}\n`;
}

/** Returns reviews of earlier verdicts as text for later prompts. A step, so that all attempts see the same reviews. */
export async function recallLessons(context: EngineContext, { memory, isBaseline }: Settings): Promise<string> {
  if (!memory || isBaseline) return '';
  const lessons = await context.step('memory', () => context.lessons());
  const lines = lessons.map(({ verdict, corrected_verdict: corrected, comment }) =>
    oneLine(
      `${verdict ?? 'A verdict'} ${corrected === null ? 'was right' : `should have been ${corrected}`}. ${comment}`,
    ),
  );
  return lines.length === 0 ? '' : `What reviewers said about earlier cases:\n${lines.join('\n')}\n`;
}

/** Lets the model read files of the skill set, and returns them as text for later prompts. */
export async function readSkills(
  context: EngineContext,
  settings: Settings,
  policy: AppliedPolicy,
  { rules, evidence }: { rules: PolicyRule[]; evidence: Evidence },
): Promise<string> {
  if (settings.skillSetId === undefined || settings.isBaseline) return '';
  const { text, tools } = await context.skills(settings.skillSetId);
  const answer = await ask(context, settings, 'skills', {
    prompt: [
      {
        type: 'text',
        text: `${describePolicy(policy.content)}${text}\n${describeEvidence(evidence)}\n${listRules(rules)}
Read the files that say how to decide these rules on this case, and only those. When you have read them, answer with one line. Do not decide anything yet.`,
      },
    ],
    tools,
    turnsMax: TURNS[settings.effort],
  });
  const files = new Map(
    answer.toolUses.flatMap((use) => {
      const { path, content } = ('result' in use ? use.result : {}) as { path?: string; content?: string };
      return path === undefined ? [] : [[path, content ?? '']];
    }),
  );
  if (files.size === 0) return '';
  const shown = [...files].map(([path, content]) => `# ${path}\n${content}`).join('\n\n');
  const cut = shown.length > SKILLS_CHARACTERS_MAX ? `\n[cut after ${SKILLS_CHARACTERS_MAX} characters]` : '';
  return `Instructions of the team:\n${shown.slice(0, SKILLS_CHARACTERS_MAX)}${cut}\n`;
}

export async function gatherEvidence(
  context: EngineContext,
  settings: Settings,
  policy: AppliedPolicy,
  { rules, evidence, plan }: { rules: PolicyRule[]; evidence: Evidence; plan: string },
): Promise<void> {
  if (settings.isBaseline) return;
  const tools = await listTools(context, settings, evidence);
  if (tools.length === 0) return;
  for (const use of await askTools(context, settings, policy, { rules, evidence, plan, tools }))
    await keepUse(evidence, use);
}

/** Lets the model use tools to find what these rules need. */
export async function askTools(
  context: EngineContext,
  settings: Settings,
  policy: AppliedPolicy,
  { rules, evidence, plan, tools }: { rules: PolicyRule[]; evidence: Evidence; plan: string; tools: ModelTool[] },
): Promise<ToolUse[]> {
  const answer = await ask(context, settings, GATHER, {
    prompt: [
      {
        type: 'text',
        text: `${describePolicy(policy.content)}${plan}\n${describeEvidence(evidence)}\n${listRules(rules)}
Use the tools to find what is missing to decide these rules, and only for that. When you have it, or it cannot be found, answer with one line. Do not decide anything yet.`,
      },
    ],
    tools,
    turnsMax: TURNS[settings.effort],
  });
  return answer.toolUses;
}

async function listTools(
  context: EngineContext,
  { sources, connections }: Settings,
  evidence: Evidence,
): Promise<ModelTool[]> {
  const tools = sources.tools.length === 0 ? [] : await context.tools(sources.tools);
  const named = tools.filter(({ name }) => sources.tools.includes(name));
  const missing = sources.tools.filter((name) => !tools.some((tool) => tool.name === name));
  if (missing.length > 0)
    throw new EngineFailure(
      `Unknown tool '${missing[0]}' in context_sources. Configure it on the server, or remove it.`,
      { code: 'errand.tools.missing' },
    );
  const asksTables = sources.tables === undefined || sources.tables.length > 0 || evidence.tables.length > 0;
  return [
    ...(sources.hosts.length === 0 ? [] : [fetchTool(context, sources.hosts)]),
    ...(asksTables ? [tablesTool(context, sources.tables, evidence)] : []),
    ...named,
    ...(connections.length === 0 ? [] : await context.connections(connections)),
  ];
}

const tablesTool = (context: EngineContext, only: string[] | undefined, { tables }: Evidence): ModelTool => ({
  name: QUERY_TABLES,
  description: `Runs one SELECT (DuckDB's dialect) on ${describeTables(only, tables)}. SHOW TABLES lists them with their columns. Compute figures here instead of estimating them.`,
  inputSchema: { type: 'object', properties: { sql: { type: 'string' } }, required: ['sql'] },
  execute: (input) =>
    // The SQL is the step's name. Numbers would shift if a tool result came from the journal.
    context.sql(`query ${(input as { sql: string }).sql.slice(0, 300)}`, {
      sql: (input as { sql: string }).sql,
      given: tables,
      ...(only !== undefined && { only }),
    }),
});

function describeTables(only: string[] | undefined, tables: CaseTable[]): string {
  const own = tables.map(
    ({ name, columns, count }) =>
      `${name} of the case (${count} rows; columns row, ${columns.slice(0, 40).join(', ')})`,
  );
  const others = only === undefined ? ['the tables of the organization'] : only.map((name) => `the table ${name}`);
  return [...own, ...others].join(', ');
}

const fetchTool = (context: EngineContext, hosts: string[]): ModelTool => ({
  name: FETCH_PAGE,
  description: `Reads a page of ${hosts.join(', ')}. No other host can be asked.`,
  inputSchema: {
    type: 'object',
    properties: { url: { type: 'string', description: 'The whole address, with https://.' } },
    required: ['url'],
  },
  execute: (input) => readPageText(context, (input as { url: string }).url, hosts),
});

export async function keepUse(evidence: Evidence, use: ToolUse): Promise<void> {
  if ('error' in use) return;
  if (use.name === FETCH_PAGE) {
    const page = use.result as PageText;
    await evidence.add({ ...pageEvidence(page), description: `The page ${page.url}. ${page.note}`.trim() });
    return;
  }
  if (use.name === QUERY_TABLES) {
    const { columns, rows, truncated } = use.result as TableAnswer;
    const { sql } = use.input as { sql: string };
    const lines = rows.map((row) => JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, row[at]]))));
    const { reference } = await evidence.add({
      name: 'query of tables',
      description: `${rows.length} ${rows.length === 1 ? 'row' : 'rows'} of: ${sql.replace(/\s+/g, ' ').slice(0, 500)}`,
      source: 'tables',
      text: [...lines, ...(truncated ? ['[there are more rows]'] : [])].join('\n'),
      detail: { sql, columns, rows },
    });
    for (const table of evidence.tables) {
      const seen = columnsLookedAt(sql, table, use.result as TableAnswer);
      if (seen.length > 0) evidence.looks.push({ table: table.name, seen, reference });
    }
    return;
  }
  await evidence.add({
    name: use.name,
    description: `Result of the tool ${use.name}.`,
    source: `tool ${use.name}`,
    text: typeof use.result === 'string' ? use.result : JSON.stringify(use.result, null, 1),
    detail: { input: use.input },
  });
}

const oneLine = (text: string): string => `- ${text.replace(/\s+/g, ' ').slice(0, 300)}`;
