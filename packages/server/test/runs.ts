import assert from 'node:assert/strict';
import { type Answer, type TestOrg, until } from './harness.ts';

// Agents and runs as a client makes them, for suites that are about something else.

export type TestAgent = { id: string; versionId: string };

export type Definition = {
  key: string;
  data_type?: string;
  accepts_multiple_files?: boolean;
  required?: boolean;
};

/** An agent of the given engine. Without `inputs` it has those that the engine declares. */
export async function createAgent(
  org: TestOrg,
  engine: string,
  options: { inputs?: Definition[]; config?: Record<string, unknown>; settings?: Record<string, unknown> } = {},
): Promise<TestAgent> {
  const created = await org.expect(201, 'POST', '/v1/agents/', {
    name: `Agent of ${engine}`,
    engine_class_id: engine,
    ...(options.inputs && { input_definitions: options.inputs.map(definition) }),
    ...(options.config && { engine_config: options.config }),
  });
  const agent = { id: created.id, versionId: created.current_version_id };
  if (options.settings) {
    await org.expect(200, 'PATCH', `/v1/agents/${agent.id}/`, options.settings);
  }
  return agent;
}

/** A further version, current at once. */
export async function createVersion(
  org: TestOrg,
  agentId: string,
  body: { inputs?: Definition[]; config?: Record<string, unknown>; name?: string },
): Promise<string> {
  const created = await org.expect(201, 'POST', `/v1/agents/${agentId}/versions/`, {
    ...(body.name !== undefined && { version_name: body.name }),
    ...(body.inputs && { input_definitions: body.inputs.map(definition) }),
    ...(body.config && { engine_config: body.config }),
  });
  return created.id;
}

const definition = (given: Definition) => ({ data_type: 'text/plain', description: '', ...given });

/** Starts a job in the background and gives its id. */
export async function startJob(
  org: TestOrg,
  agentId: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<string> {
  const answer = await org.expect(200, 'POST', `/v1/agents/run/${agentId}/async/`, body, headers);
  assert.match(answer, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  return answer;
}

export const runSync = (
  org: TestOrg,
  agentId: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> => org.request('POST', `/v1/agents/run/${agentId}/`, body, headers);

/** The job in full. */
export async function getJob(org: TestOrg, jobId: string): Promise<any> {
  return org.expect(200, 'GET', `/v1/agents/jobs/${jobId}/`);
}

/** Waits for the end of a job; gives it in full. */
export function untilFinal(org: TestOrg, jobId: string, limitMs?: number): Promise<any> {
  return untilJob(org, jobId, (job) => job.status_code >= 3, limitMs);
}

export function untilJob(
  org: TestOrg,
  jobId: string,
  condition: (job: any) => boolean,
  limitMs?: number,
): Promise<any> {
  return until(
    async () => {
      const job = await getJob(org, jobId);
      return condition(job) && job;
    },
    `a state of job ${jobId}`,
    limitMs,
  );
}

/** Runs to the end and gives the inputs that the job was made with, by key. */
export async function inputsOf(org: TestOrg, agentId: string, body?: unknown): Promise<Record<string, string>> {
  const job = await untilFinal(org, await startJob(org, agentId, body));
  return Object.fromEntries(job.job_inputs.map((input: { key: string; value: string }) => [input.key, input.value]));
}

export async function uploadFile(org: TestOrg, content: string | Uint8Array, name = 'note.txt'): Promise<string> {
  const form = new FormData();
  form.set('file', new File([content as never], name, { type: 'text/plain' }));
  const answer = await org.expect(201, 'POST', '/v1/datasets/files/upload/', form);
  return answer.file_id;
}
