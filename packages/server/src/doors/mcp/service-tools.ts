import { displayStatuses } from '@errand/contract/job-status.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import { buildTools } from './build-tools.ts';
import { deskTools } from './desk-tools.ts';
import type { OwnTool } from './own-tool.ts';
import { costOfSql, startingStatements } from './preview-cost.ts';

// Tools for everything around a run. Each makes one API call.

type Arguments = Record<string, unknown>;

const text = (description: string) => ({ type: 'string', description });
const readOnly = { readOnlyHint: true, openWorldHint: false };
/** Fills the only parameter of a path. */
const withId = (path: string, id: unknown): string => path.replace(/:\w+/, encode(id));
const encode = (value: unknown): string => encodeURIComponent(String(value));

/** Builds a query string from the given members. */
function queryOf(given: Arguments, names: readonly string[]): string {
  const pairs = names.filter((name) => given[name] !== undefined).map((name) => `${name}=${encode(given[name])}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

export const serviceTools: OwnTool[] = [
  {
    name: 'errand_list_agents',
    scope: 'read',
    title: 'List agents',
    description: 'Lists the agents of the organization. Each agent is also a tool.',
    inputSchema: {
      type: 'object',
      properties: { search: text('Part of name, engine or tag.'), page: text('Page number, from 1.') },
    },
    annotations: readOnly,
    path: (given) => ({ method: 'GET', path: `${operations.agents.list.path}${queryOf(given, ['search', 'page'])}` }),
  },
  {
    name: 'errand_describe_agent',
    scope: 'read',
    title: 'Describe an agent',
    description: 'Returns the current version of an agent: inputs, configuration and warnings.',
    inputSchema: { type: 'object', properties: { agent_id: text('Id of the agent.') }, required: ['agent_id'] },
    annotations: readOnly,
    path: ({ agent_id: id }) => ({ method: 'GET', path: withId(operations.versions.current.path, id) }),
  },
  {
    name: 'errand_get_job',
    scope: 'read',
    title: 'Get a job',
    description: 'Returns a job in full: status, inputs, outputs, cost and steps.',
    inputSchema: { type: 'object', properties: { job_id: text('Id of the job.') }, required: ['job_id'] },
    annotations: readOnly,
    path: ({ job_id: id }) => ({ method: 'GET', path: withId(operations.jobs.get.path, id) }),
  },
  {
    name: 'errand_cancel_job',
    scope: 'run',
    title: 'Cancel a job',
    description: 'Cancels a job. A job that has already ended does not change.',
    inputSchema: { type: 'object', properties: { job_id: text('Id of the job.') }, required: ['job_id'] },
    annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    path: ({ job_id: id }) => ({ method: 'POST', path: withId(operations.jobs.cancel.path, id) }),
  },
  {
    name: 'errand_search_jobs',
    scope: 'read',
    title: 'Search jobs',
    description: 'Finds jobs, newest first. Each has display_status and, if it waits, waiting_for and waiting_since.',
    inputSchema: {
      type: 'object',
      properties: {
        search: text('Part of id, version name, inputs or metadata.'),
        agent_id: text('Only jobs of this agent.'),
        display_status: text(
          `The state as people see it, or several separated by commas: ${displayStatuses.join(', ')}.`,
        ),
        status_code: text('0 pending, 1 started, 2 retry, 3 success, 4 failure, 5 cancelled, 6 cached.'),
        cursor: text('next_cursor of the previous page.'),
      },
    },
    annotations: readOnly,
    path: (given) => ({
      method: 'GET',
      path: `${operations.jobs.list.path}${queryOf(given, ['search', 'agent_id', 'display_status', 'status_code', 'cursor'])}`,
    }),
  },
  {
    name: 'errand_list_waits',
    scope: 'read',
    title: 'List waits',
    description: 'Lists what jobs ask people: approvals and questions.',
    inputSchema: {
      type: 'object',
      properties: { job_id: text('Only waits of this job.'), status: text('open, answered, timed_out or cancelled.') },
    },
    annotations: readOnly,
    path: (given) => ({ method: 'GET', path: `${operations.waits.list.path}${queryOf(given, ['job_id', 'status'])}` }),
  },
  {
    name: 'errand_answer_wait',
    scope: 'decide',
    title: 'Answer a wait',
    description: 'Answers a question of a job, which then goes on. Only the first answer counts.',
    inputSchema: {
      type: 'object',
      properties: {
        wait_id: text('Id of the wait.'),
        answer: { description: 'One of its options, or what its answer_schema describes.' },
        comment: text('Reason for the answer.'),
      },
      required: ['wait_id', 'answer'],
    },
    annotations: { destructiveHint: true, openWorldHint: false },
    path: ({ wait_id: id, answer, comment }) => ({
      method: 'POST',
      path: withId(operations.waits.answer.path, id),
      body: { answer, ...(comment !== undefined && { comment }) },
    }),
  },
  {
    name: 'errand_run_sql',
    scope: 'run',
    title: 'Run SQL',
    description:
      'Runs SQL (DuckDB’s dialect) on the tables of the organization. run_agent_sync(agent_id, MAP {…}) runs an agent per row and costs credits, so the person is asked first.',
    inputSchema: {
      type: 'object',
      properties: {
        query: text('The SQL.'),
        max_cost: { type: 'number', description: 'Most that its agents may cost, in USD.' },
        preview: { type: 'boolean', description: 'Only shows which agents it would run and what they cost.' },
        confirm: { type: 'boolean', description: 'The person has seen the preview and agrees.' },
      },
      required: ['query'],
    },
    annotations: { openWorldHint: false },
    asks: ({ query }) => startingStatements(query).length > 0,
    preview: {
      cost: (callApi, { query }) => costOfSql(callApi, query),
      shownAs: 'would_run',
      changes: ({ query, max_cost }) => ({ query, ...(max_cost !== undefined && { max_cost }) }),
    },
    path: ({ query, max_cost }) => ({
      method: 'POST',
      path: operations.queries.run.path,
      body: { query, ...(max_cost !== undefined && { max_cost }) },
    }),
  },
  {
    name: 'errand_list_policies',
    scope: 'read',
    title: 'List policies',
    description: 'Lists the policies of the organization.',
    inputSchema: {
      type: 'object',
      properties: { search: text('Part of name or description.'), page: text('Page number, from 1.') },
    },
    annotations: readOnly,
    path: (given) => ({ method: 'GET', path: `${operations.policies.list.path}${queryOf(given, ['search', 'page'])}` }),
  },
  ...buildTools,
  ...deskTools,
];
