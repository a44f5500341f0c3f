import { type Harness, startHarness, type TestOrg } from '../harness.ts';
import { type ModelServer, startModelServer } from '../model-server/start.ts';
import { badListing, createCaseAgent, runCase } from './cases.ts';

// A service with a model server that says what it is told, and answers that hold for the bad listing.

export type ModelCases = {
  harness: Harness;
  org: TestOrg;
  models: ModelServer;
  /** An agent with a model of its own, so that each test writes its own script. */
  newCase(
    engine?: string,
    config?: Record<string, unknown>,
    content?: unknown,
  ): Promise<{ model: string; agent: Awaited<ReturnType<typeof createCaseAgent>> }>;
  /** The bad listing, decided by an agent. */
  run(agentId: string): Promise<{ job: any; output: any; result: any }>;
  /** An artifact of a job. */
  read(jobId: string, name: string): Promise<any>;
  stop(): Promise<void>;
};

export async function startModelCases(env: Record<string, string> = {}): Promise<ModelCases> {
  const models = await startModelServer();
  const harness = await startHarness({
    // Where nothing is said of pictures, nobody has to wait for a browser.
    env: { ...models.env, ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8', ERRAND_CHROMIUM: '/nowhere/chromium', ...env },
  });
  const org = await harness.org();
  let count = 0;
  return {
    harness,
    org,
    models,
    async newCase(engine = 'ProductPolicyEngine', config = {}, content) {
      count += 1;
      const model = `model-${count}`;
      const agent = await createCaseAgent(org, engine, { model, enable_planning: false, ...config }, content);
      return { model, agent };
    },
    async run(agentId) {
      const { job, output } = await runCase(org, agentId, { product_listing: badListing });
      return { job, output, result: output.compliance_result };
    },
    async read(jobId, name) {
      const path = `/v1/agents/jobs/${jobId}/artifacts/result/?artifact_key=agent-job-${jobId}/${name}.json`;
      return (await org.request('GET', path)).body.result;
    },
    async stop() {
      await harness.stop();
      await models.stop();
    },
  };
}

export const quote = (text: string, reference = '$REF_1$') => [{ reference, quote: text }];

export const claim = (rule: string, hit: boolean, text: string, reference?: string) => ({
  rule,
  hit,
  reasoning: `About ${rule}.`,
  evidence: quote(text, reference),
});

export const good = {
  findings: [
    claim('R1', true, 'knife with a fixed blade of 18 cm'),
    claim('R2', false, 'Sharp weapons for hunters.'),
    claim('R3', false, 'Tactical knife with a fixed'),
  ],
};
export const rejected = { verdict: 'rejected', reasoning: 'R1 is hit.', rests_on: ['R1'] };
