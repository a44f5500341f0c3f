import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Harness, TestOrg } from '../harness.ts';
import { createAgent, getJob, runSync, type TestAgent } from '../runs.ts';
import { createPolicy } from './fixtures.ts';

// A policy and cases for the engines that work with one.

export const shopContent = {
  guidelines: {
    categories: [
      {
        title: 'Prohibited goods',
        rules: [
          {
            title: 'Weapons',
            description: 'Weapons, ammunition, or knives with a fixed blade.',
            flag: 'RED_FLAG',
            sub_rules: [{ title: 'Replica weapons', description: 'Replicas that can be converted.' }],
          },
          { title: 'Counterfeit brands', description: 'Replicas or copies of branded goods.', flag: 'RED_FLAG' },
        ],
      },
      {
        title: 'Good practice',
        rules: [
          { title: 'Return policy', description: 'The seller takes goods back within 30 days.', flag: 'GREEN_FLAG' },
        ],
      },
    ],
  },
  instructions: 'Judge by what the listing says.',
  dispositions: {
    classifications: [
      { name: 'approved', description: 'No red flag is hit.' },
      { name: 'manual_review', description: 'A person has to look.' },
      { name: 'rejected', description: 'A red flag is hit.' },
    ],
  },
  summary_template: { template: '{{verdict}}|{{#each hits}}{{rule_title}};{{/each}}' },
};

export const badListing = 'Tactical knife with a fixed blade of 18 cm.\nSharp weapons for hunters.\nShips today.';
export const goodListing =
  'Wool blanket, 140 x 200 cm.\nSoft and warm.\nThe seller takes goods back within 30 days: return policy.';

export async function createCaseAgent(
  org: TestOrg,
  engine: string,
  config: Record<string, unknown>,
  content: unknown = shopContent,
): Promise<TestAgent & { policyId: string; policyVersionId: string }> {
  const policy = await createPolicy(org, content, 'Shop');
  const agent = await createAgent(org, engine, { config: { policy_version_id: policy.id, ...config } });
  return { ...agent, policyId: policy.id, policyVersionId: policy.versionId };
}

export async function runCase(org: TestOrg, agentId: string, inputs: unknown): Promise<{ job: any; output: any }> {
  const job = await runToEnd(org, agentId, inputs);
  assert.equal(job.status_code, 3, job.error_message);
  assert.equal(job.outputs.length, 1);
  return { job, output: JSON.parse(job.outputs[0].value) };
}

/** Answered at the end of the job: many callers asking again and again would cost more than the jobs. */
export async function runToEnd(org: TestOrg, agentId: string, inputs: unknown): Promise<any> {
  const answer = await runSync(org, agentId, inputs);
  const jobId = answer.headers.get('x-agent-job-id');
  assert.ok(jobId, answer.text);
  return getJob(org, jobId);
}

/** Somebody with access to the storage puts other bytes in the place of what was written. */
export async function alterStored({ dataDir }: Harness, storageKey: string, content: string): Promise<void> {
  const folder = join(dataDir, 'storage');
  const name = storageKey.split('/').at(-1)!;
  const path = (await readdir(folder, { recursive: true })).find((one) => one.endsWith(name));
  await writeFile(join(folder, path!), content);
}

/** Everything that is cited exists, opens, and says what is quoted from it. */
export async function assertEvidence(org: TestOrg, job: any, findings: any[], evidences: any[]): Promise<void> {
  const texts = new Map<string, string>();
  for (const one of evidences) {
    assert.deepEqual(Object.keys(one), [
      'reference',
      'evidence_type',
      'evidence_data',
      'evidence_name',
      'evidence_description',
    ]);
    const path = `/v1/agents/jobs/${job.id}/artifacts/result/?artifact_key=${encodeURIComponent(one.evidence_data)}`;
    const answer = await org.expect(200, 'GET', path);
    texts.set(one.reference, answer.result.text);
  }
  const plain = (text: string) => text.replace(/\s+/g, ' ').toLowerCase();
  for (const finding of findings) {
    assert.deepEqual(finding.evidence_references, [
      ...new Set(finding.evidence_quotes.map((quote: any) => quote.reference)),
    ]);
    for (const { reference, quote } of finding.evidence_quotes)
      assert.ok(plain(texts.get(reference)!).includes(plain(quote)), `${reference} says ${quote}`);
  }
}
