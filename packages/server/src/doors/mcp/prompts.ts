import { operations } from '@errand/contract/operations/operations.ts';
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import type { CallApi } from '../reply.ts';

// Prompts for common questions about agents and jobs, and completions of their arguments.

const prompts = [
  {
    name: 'errand_explain_job',
    title: 'Explain a job',
    description: 'Explains what a job did, why it ended as it did, and what to do about it.',
    arguments: [{ name: 'job_id', description: 'Id of the job.', required: true }],
    ask: ({ job_id: id = '' }: Arguments) =>
      `Read the job ${id} with errand_get_job. Say in a few sentences what it was asked, what each step did, what it cost and how it ended. If it failed, give the cause and what its owner should change.`,
  },
  {
    name: 'errand_review_agent',
    title: 'Review an agent',
    description: 'Reviews how an agent performs, based on its latest jobs.',
    arguments: [{ name: 'agent_id', description: 'Id of the agent.', required: true }],
    ask: ({ agent_id: id = '' }: Arguments) =>
      `Describe the agent ${id} with errand_describe_agent and look at its latest jobs with errand_search_jobs. Say how many succeeded and failed, what the failures have in common, what a job costs, and what you would change in its configuration.`,
  },
];

type Arguments = Record<string, string | undefined>;

export function addPrompts(server: Server, callApi: CallApi): void {
  server.setRequestHandler('prompts/list', async () => ({ prompts: prompts.map(({ ask: _, ...prompt }) => prompt) }));

  server.setRequestHandler('prompts/get', async ({ params }) => {
    const prompt = prompts.find(({ name }) => name === params.name);
    if (prompt === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Prompt ${params.name} not found.`);
    const missing = prompt.arguments.filter(({ name }) => !params.arguments?.[name]).map(({ name }) => name);
    if (missing.length > 0)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Missing arguments: ${missing.join(', ')}.`);
    const text = prompt.ask(params.arguments ?? {});
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });

  server.setRequestHandler('completion/complete', async ({ params: { argument } }) => ({
    completion: { values: await complete(callApi, argument), hasMore: false },
  }));

  // Accepted without effect: clients get no log messages.
  server.setRequestHandler('logging/setLevel', async () => ({}));
}

const VALUES_MAX = 100;

/** Lists the ids of agents, policies or jobs that match what was typed. */
async function complete(callApi: CallApi, { name, value }: { name: string; value: string }): Promise<string[]> {
  const paths: Record<string, string> = {
    agent_id: operations.agents.list.path,
    policy_id: operations.policies.list.path,
    job_id: operations.jobs.list.path,
  };
  if (!Object.hasOwn(paths, name)) return [];
  const query = new URLSearchParams({ page_size: String(VALUES_MAX), ...(value !== '' && { search: value }) });
  const { status, body } = await callApi('GET', `${paths[name]}?${query}`);
  return status === 200 ? (body as { results: { id: string }[] }).results.map(({ id }) => id) : [];
}
