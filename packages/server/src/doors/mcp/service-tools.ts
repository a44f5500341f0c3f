import { operations } from '@errand/contract/operations/operations.ts';
import type { Tool } from '@modelcontextprotocol/server';

// Tools for everything around a run. Each is one call of the API.

type Arguments = Record<string, unknown>;
type ServiceTool = Tool & { path(given: Arguments): { method: 'GET' | 'POST'; path: string; body?: object } };

const text = (description: string) => ({ type: 'string', description });
const readOnly = { readOnlyHint: true, openWorldHint: false };
/** The only parameter of a path. */
const withId = (path: string, id: unknown): string => path.replace(/:\w+/, encode(id));
const encode = (value: unknown): string => encodeURIComponent(String(value));

/** Only what was given. */
function queryOf(given: Arguments, names: readonly string[]): string {
  const pairs = names.filter((name) => given[name] !== undefined).map((name) => `${name}=${encode(given[name])}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

export const serviceTools: ServiceTool[] = [
  {
    name: 'errand_list_agents',
    title: 'List agents',
    description: 'The agents of the organization. Each is also a tool of its own.',
    inputSchema: {
      type: 'object',
      properties: { search: text('Part of name, engine or tag.'), page: text('From 1.') },
    },
    annotations: readOnly,
    path: (given) => ({ method: 'GET', path: `${operations.agents.list.path}${queryOf(given, ['search', 'page'])}` }),
  },
  {
    name: 'errand_describe_agent',
    title: 'Describe an agent',
    description: 'The current version of an agent: inputs, configuration and warnings.',
    inputSchema: { type: 'object', properties: { agent_id: text('Its id.') }, required: ['agent_id'] },
    annotations: readOnly,
    path: ({ agent_id: id }) => ({ method: 'GET', path: withId(operations.versions.current.path, id) }),
  },
  {
    name: 'errand_get_job',
    title: 'Get a job',
    description: 'A job in full: status, inputs, outputs, cost and steps.',
    inputSchema: { type: 'object', properties: { job_id: text('Its id.') }, required: ['job_id'] },
    annotations: readOnly,
    path: ({ job_id: id }) => ({ method: 'GET', path: withId(operations.jobs.get.path, id) }),
  },
  {
    name: 'errand_cancel_job',
    title: 'Cancel a job',
    description: 'Cancels a job that has not ended. A job that has ended stays as it is.',
    inputSchema: { type: 'object', properties: { job_id: text('Its id.') }, required: ['job_id'] },
    annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    path: ({ job_id: id }) => ({ method: 'POST', path: withId(operations.jobs.cancel.path, id) }),
  },
  {
    name: 'errand_search_jobs',
    title: 'Search jobs',
    description: 'The newest jobs, filtered.',
    inputSchema: {
      type: 'object',
      properties: {
        search: text('Part of id, version name, inputs or metadata.'),
        agent_id: text('Jobs of this agent.'),
        status_code: text('0 pending, 1 started, 2 retry, 3 success, 4 failure, 5 cancelled, 6 cached.'),
        cursor: text('From next_cursor of the page before.'),
      },
    },
    annotations: readOnly,
    path: (given) => ({
      method: 'GET',
      path: `${operations.jobs.list.path}${queryOf(given, ['search', 'agent_id', 'status_code', 'cursor'])}`,
    }),
  },
  {
    name: 'errand_list_waits',
    title: 'List waits',
    description: 'What jobs ask people: approvals and questions.',
    inputSchema: {
      type: 'object',
      properties: { job_id: text('Of this job.'), status: text('open, answered, timed_out or cancelled.') },
    },
    annotations: readOnly,
    path: (given) => ({ method: 'GET', path: `${operations.waits.list.path}${queryOf(given, ['job_id', 'status'])}` }),
  },
  {
    name: 'errand_answer_wait',
    title: 'Answer a wait',
    description: 'Answers what a job asks; the job goes on. Only the first answer counts.',
    inputSchema: {
      type: 'object',
      properties: {
        wait_id: text('Its id.'),
        answer: { description: 'One of its options, or what its answer_schema describes.' },
        comment: text('Why.'),
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
    title: 'Run SQL',
    description:
      'SQL over the tables of the organization (DuckDB’s dialect). run_agent_sync(agent_id, MAP {…}) runs an agent per row and costs credits.',
    inputSchema: {
      type: 'object',
      properties: {
        query: text('The SQL.'),
        max_cost: { type: 'number', description: 'USD that its agents may cost.' },
      },
      required: ['query'],
    },
    annotations: { openWorldHint: false },
    path: ({ query, max_cost }) => ({
      method: 'POST',
      path: operations.queries.run.path,
      body: { query, ...(max_cost !== undefined && { max_cost }) },
    }),
  },
  {
    name: 'errand_list_policies',
    title: 'List policies',
    description: 'The policies that steer the agents.',
    inputSchema: {
      type: 'object',
      properties: { search: text('Part of name or description.'), page: text('From 1.') },
    },
    annotations: readOnly,
    path: (given) => ({ method: 'GET', path: `${operations.policies.list.path}${queryOf(given, ['search', 'page'])}` }),
  },
];
