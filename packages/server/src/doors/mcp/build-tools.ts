import type { Operation } from '@errand/contract/operation.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import { scopeOf } from '@errand/contract/scopes.ts';
import type { OwnTool } from './own-tool.ts';
import { costOfRuns } from './preview-cost.ts';
import { splitTypes } from './split-types.ts';

// Tools that build: each is an operation of the API, described by the contract. What deletes or spends asks first.

export type Kind = {
  /** The operation that shows what is there now. */
  shows?: Operation;
  /** What else happens, for whoever confirms. */
  warning?: string;
  /** Whether the person is asked before anything happens. */
  asks?: true | ((given: Given) => boolean);
  /** What it would cost. */
  cost?: NonNullable<OwnTool['preview']>['cost'];
};

type Given = Record<string, unknown>;

const { agents, versions, policies, policyVersions, evaluationSets, evaluationRuns, schedules, triggers, tables } =
  operations;

const spends = 'This starts jobs, which cost credits.';
/** Starts jobs later: each costs this much. */
const costOfEach: Kind['cost'] = (callApi, given, now) => costOfRuns(callApi, given.agent_id ?? now.agent_id);
const startsLater = (each: string): Kind => ({ warning: `${spends} ${each}`, cost: costOfEach });
/** Whether one of these members is set, or what is off is switched on. */
const sets =
  (...names: string[]) =>
  (given: Given): boolean =>
    given.enabled === true || names.some((name) => given[name] !== undefined);
const deletes = (shows: Operation, warning = 'This cannot be undone.'): Kind => ({ shows, warning, asks: true });

const table: [name: string, operation: Operation, kind?: Kind][] = [
  ['create_agent', agents.create],
  ['update_agent', agents.update, { shows: agents.get }],
  ['duplicate_agent', agents.duplicate],
  ['delete_agent', agents.delete, deletes(agents.get, 'Its running jobs are cancelled. This cannot be undone.')],
  ['list_agent_versions', versions.list],
  ['create_agent_version', versions.create, { shows: versions.current }],
  ['set_current_agent_version', versions.setCurrent, { shows: agents.get }],
  ['delete_agent_version', versions.delete, deletes(versions.get)],
  ['get_policy', policies.get],
  ['create_policy', policies.create],
  ['update_policy', policies.update, { shows: policies.get }],
  ['delete_policy', policies.delete, deletes(policies.get)],
  ['list_policy_versions', policyVersions.list],
  ['create_policy_version', policyVersions.create, { shows: policies.get }],
  ['set_current_policy_version', policyVersions.setCurrent, { shows: policies.get }],
  ['compare_policy_versions', policyVersions.diff],
  ['list_evaluation_sets', evaluationSets.list],
  ['get_evaluation_set', evaluationSets.get],
  ['create_evaluation_set', evaluationSets.create],
  ['update_evaluation_set', evaluationSets.update, { shows: evaluationSets.get }],
  ['add_evaluation_cases', evaluationSets.addCases, { shows: evaluationSets.get }],
  ['delete_evaluation_set', evaluationSets.delete, deletes(evaluationSets.get, 'Its cases and runs go, too.')],
  [
    'run_evaluation',
    evaluationSets.run,
    {
      shows: evaluationSets.get,
      warning: `${spends} One for each case.`,
      cost: (callApi, { repeats = 1 }, { agent_id: agentId, case_count: cases }) =>
        costOfRuns(callApi, agentId, Number(cases) * Number(repeats)),
      asks: true,
    },
  ],
  ['get_evaluation_run', evaluationRuns.get],
  ['list_schedules', schedules.list],
  ['create_schedule', schedules.create, { ...startsLater('One at each time.'), asks: true }],
  [
    'update_schedule',
    schedules.update,
    {
      ...startsLater('One at each time, if the schedule is enabled.'),
      shows: schedules.get,
      asks: sets('cron', 'every_seconds', 'agent_id', 'max_cost_per_run'),
    },
  ],
  ['delete_schedule', schedules.delete, deletes(schedules.get)],
  [
    'run_schedule',
    schedules.run,
    {
      shows: schedules.get,
      warning: spends,
      cost: (callApi, _given, now) => costOfRuns(callApi, now.agent_id, 1),
      asks: true,
    },
  ],
  ['list_triggers', triggers.list],
  ['create_trigger', triggers.create, { ...startsLater('One for each event.'), asks: true }],
  [
    'update_trigger',
    triggers.update,
    {
      ...startsLater('One for each event, if the trigger is enabled.'),
      shows: triggers.get,
      asks: sets('agent_id', 'condition', 'statuses', 'source_agent_id', 'connection_id', 'prefix'),
    },
  ],
  ['delete_trigger', triggers.delete, deletes(triggers.get, 'Its address stops working. This cannot be undone.')],
  ['list_tables', tables.list],
  ['describe_table', tables.describe],
  ['delete_table', tables.delete, deletes(tables.describe, 'Its rows are lost. This cannot be undone.')],
];

type Properties = Record<string, object>;
type Shape = { properties?: Properties; required?: string[] };

export const buildTools: OwnTool[] = table.map(([name, operation, kind = {}]) => toTool(name, operation, kind));

export function toTool(name: string, operation: Operation, kind: Kind): OwnTool {
  const { method, path } = operation;
  const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const query = bare(operation.query);
  const body = bare(operation.body);
  const isRead = method === 'GET';
  const properties: Properties = {
    ...Object.fromEntries(inPath.map((key) => [key, { type: 'string' }])),
    ...query.properties,
    ...body.properties,
    ...(!isRead && { preview: { type: 'boolean', description: 'Only shows what would change.' } }),
    ...(kind.asks && { confirm: { type: 'boolean', description: 'The person has seen the preview and agrees.' } }),
  };
  const scope = scopeOf(operation);
  const required = [...inPath, ...(body.required ?? [])];
  return {
    name: `errand_${name}`,
    title: operation.summary,
    description: [operation.description ?? operation.summary, kind.warning, `Scope: ${scope}.`]
      .filter(Boolean)
      .join(' '),
    inputSchema: splitTypes({ type: 'object', properties, ...(required.length > 0 && { required }) }) as never,
    annotations: isRead
      ? { readOnlyHint: true, openWorldHint: false }
      : { destructiveHint: method === 'DELETE', idempotentHint: method !== 'POST', openWorldHint: false },
    scope,
    ...(kind.asks && { asks: kind.asks === true ? () => true : kind.asks }),
    ...(!isRead && {
      preview: {
        ...(kind.shows && { path: (given) => fill(kind.shows!.path, given) }),
        ...(kind.warning && { warning: kind.warning }),
        ...(kind.cost && { cost: kind.cost }),
        changes: (given) => choose(given, Object.keys(body.properties ?? {})),
      },
    }),
    path: (given) => ({
      method,
      path: fill(path, given) + queryOf(given, Object.keys(query.properties ?? {})),
      ...(operation.body && { body: choose(given, Object.keys(body.properties ?? {})) }),
    }),
  };
}

/** A schema without the names under which the API's description lists its parts. */
function bare(schema: unknown): Shape {
  if (schema === undefined) return {};
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value)));
}

function fill(path: string, given: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_match, key: string) => encodeURIComponent(String(given[key])));
}

function queryOf(given: Record<string, unknown>, names: string[]): string {
  const text = new URLSearchParams(
    Object.entries(choose(given, names)).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
}

function choose(given: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}
