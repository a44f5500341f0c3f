import assert from 'node:assert/strict';
import { type TestOrg, until } from '../harness.ts';

// Evaluation sets and runs as a client makes them.

export async function post(org: TestOrg, path: string, body: unknown, status = 201): Promise<any> {
  const answer = await org.request('POST', path, body);
  assert.equal(answer.status, status, `${path}: ${answer.text}`);
  return answer.body;
}

export async function createSet(org: TestOrg, body: Record<string, unknown>, cases?: unknown): Promise<string> {
  const { id } = await post(org, '/v1/evaluation-sets/', { name: 'Set', ...body });
  if (cases !== undefined) await post(org, `/v1/evaluation-sets/${id}/cases/`, cases);
  return id;
}

export const startRun = (org: TestOrg, setId: string, body: Record<string, unknown> = {}): Promise<any> =>
  post(org, `/v1/evaluation-sets/${setId}/runs/`, body);

export const untilRun = (org: TestOrg, runId: string): Promise<any> =>
  until(
    async () => {
      const { body } = await org.request('GET', `/v1/evaluation-runs/${runId}/`);
      return body.finished_at !== null && body;
    },
    'the end of the run',
    60_000,
  );

export const runSet = async (org: TestOrg, setId: string, body: Record<string, unknown> = {}): Promise<any> =>
  untilRun(org, (await startRun(org, setId, body)).id);
