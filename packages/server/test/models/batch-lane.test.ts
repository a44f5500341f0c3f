import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { pluck, startHarness, stopAtEnd, type TestOrg, until } from '../harness.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { startBatchProviders } from './batch-providers.ts';
import { createAskEngine } from './fixtures.ts';

// The lane for calls that can wait, against the batch interfaces of three providers that lose answers, hang and answer
// in another order.

const providers = stopAtEnd(await startBatchProviders());
const harness = stopAtEnd(
  await startHarness({
    env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8', ERRAND_BATCH_POLL_SECONDS: '1' },
    engines: [createAskEngine()],
  }),
);
const shapes = [
  ['openai', '/openai/v1', 'gpt-4.1-2025-04-14'],
  ['anthropic', '/anthropic/v1', 'claude-sonnet-4-6'],
  ['google', '/google/v1beta', 'gemini-3-flash-preview'],
] as const;
let words = 0;

async function orgWith(type: string, path: string): Promise<TestOrg> {
  const org = await harness.org();
  await org.expect(201, 'POST', '/v1/connections/', {
    name: `My ${type}`,
    connector_type: type,
    config: { base_url: providers.url + path },
    auth_config: { api_key: 'sk-test' },
  });
  return org;
}
const agentOf = async (org: TestOrg, model: string): Promise<string> =>
  (await createAgent(org, 'AskEngine', { config: { model } })).id;
const nextWord = (): string => `word-${++words}`;
const lane = { lane: 'batch' };
const output = (job: any): string => JSON.parse(job.outputs[0].value)[0];

beforeEach(() => {
  for (const faults of Object.values(providers.faults))
    Object.assign(faults, {
      loseUploads: 0,
      dropUploads: 0,
      refuseUploads: [],
      failCancels: 0,
      hang: false,
      failing: [],
      deaf: false,
      onUpload: undefined,
      refuseLists: undefined,
      refuseLooks: undefined,
    });
});

for (const [type, path, model] of shapes)
  describe(type, () => {
    test('jobs wait parked, are answered by their ids in whatever order, and cost half', async () => {
      const org = await orgWith(type, path);
      const id = await agentOf(org, model);
      const before = providers.normal.length;
      const asked = [nextWord(), nextWord(), nextWord()];
      providers.faults[type].hang = true;
      const jobIds = await Promise.all(asked.map((word) => startJob(org, id, { text: word, ...lane })));
      const parked = await until(async () => {
        const job = await org.expect(200, 'GET', `/v1/agents/jobs/${jobIds[0]}/`);
        return job.waiting_for === 'provider_batch' ? job : undefined;
      }, 'the job to park');
      assert.deepEqual([parked.status_code, parked.display_status], [1, 'waiting']);
      await until(async () => providers.batches[type].length > 0, 'the upload');
      providers.faults[type].hang = false;
      const jobs = await Promise.all(jobIds.map((job) => untilFinal(org, job, 30_000)));
      assert.deepEqual(
        jobs.map(output),
        asked.map((word) => `echo ${word}`),
      );
      assert.deepEqual(pluck(jobs[0].models, 'lane', 'key'), [['batch', 'organization']]);
      assert.equal(providers.normal.length, before, 'nothing went to the normal lane');
      const usual = await untilFinal(org, await startJob(org, id, { text: nextWord() }));
      assert.equal(usual.models[0].lane, 'normal');
      assert.ok(jobs[0].cost > 0 && jobs[0].cost <= 0.52 * usual.cost, `${jobs[0].cost} of ${usual.cost}`);
    });

    test('an upload whose answer was lost is found again, and nothing is uploaded twice', async () => {
      const org = await orgWith(type, path);
      const id = await agentOf(org, model);
      const before = providers.batches[type].length;
      providers.faults[type].loseUploads = 1;
      const word = nextWord();
      const job = await untilFinal(org, await startJob(org, id, { text: word, ...lane }), 30_000);
      assert.equal(output(job), `echo ${word}`);
      assert.equal(job.models[0].lane, 'batch');
      assert.equal(providers.faults[type].loseUploads, 0);
      assert.equal(providers.batches[type].length, before + 1);
    });

    test('an outage of the database after an upload does not send it a second time', async () => {
      const org = await orgWith(type, path);
      const id = await agentOf(org, model);
      const before = providers.batches[type].length;
      providers.faults[type].onUpload = async () => {
        providers.faults[type].onUpload = undefined;
        await refuseUploadsNoted(3);
      };
      const word = nextWord();
      const job = await untilFinal(org, await startJob(org, id, { text: word, ...lane }), 30_000);
      assert.deepEqual([output(job), job.models[0].lane], [`echo ${word}`, 'batch']);
      assert.equal(providers.batches[type].length, before + 1);
      const [{ tried }] = await harness.database.system.query<any>('select last_value::int as tried from refusals');
      assert.equal(tried, 4);
    });

    test('a batch that hangs past the deadline brings the job back to the normal lane in time', async () => {
      const org = await orgWith(type, path);
      const id = await agentOf(org, model);
      providers.faults[type].hang = true;
      const startedAt = Date.now();
      const jobId = await startJob(org, id, { text: nextWord(), ...lane, deadline_seconds: 10 });
      const job = await untilFinal(org, jobId, 30_000);
      assert.equal(job.status_code, 3, job.error_message);
      assert.equal(job.models.at(-1).lane, 'normal');
      assert.ok(Date.now() - startedAt < 10_000, 'the deadline was missed');
      const batch = providers.batches[type].at(-1)!;
      await until(async () => batch.cancelled, 'the provider to be told');
    });

    test('cancelling a job reaches the provider', async () => {
      const org = await orgWith(type, path);
      const id = await agentOf(org, model);
      providers.faults[type].hang = true;
      const before = providers.batches[type].length;
      const jobId = await startJob(org, id, { text: nextWord(), ...lane });
      await until(async () => providers.batches[type].length > before, 'the upload');
      await org.expect(204, 'POST', `/v1/agents/jobs/${jobId}/cancel/`);
      await until(async () => providers.batches[type].at(-1)!.cancelled, 'the provider to be told');
    });

    test('a cancellation that the provider fails to take is sent again', async () => {
      const org = await orgWith(type, path);
      const id = await agentOf(org, model);
      Object.assign(providers.faults[type], { hang: true, failCancels: 2 });
      const before = providers.batches[type].length;
      const jobId = await startJob(org, id, { text: nextWord(), ...lane });
      await until(async () => providers.batches[type].length > before, 'the upload');
      await org.expect(204, 'POST', `/v1/agents/jobs/${jobId}/cancel/`);
      await until(async () => providers.batches[type].at(-1)!.cancelled, 'the provider to be told');
      assert.equal(providers.faults[type].failCancels, 0);
    });

    test('an upload that the provider refuses goes to the normal lane at once', async () => {
      const org = await orgWith(type, path);
      const id = await agentOf(org, model);
      const before = providers.batches[type].length;
      providers.faults[type].refuseUploads = [{ status: 400 }];
      const word = nextWord();
      const job = await untilFinal(org, await startJob(org, id, { text: word, ...lane }), 30_000);
      assert.deepEqual([output(job), job.models.at(-1).lane], [`echo ${word}`, 'normal']);
      assert.equal(providers.batches[type].length, before);
    });

    test('a lost upload that the provider refuses to look for leaves the lane at once, and the job says why', async () => {
      for (const status of [403, 404]) {
        const org = await orgWith(type, path);
        const id = await agentOf(org, model);
        const before = providers.batches[type].length;
        Object.assign(providers.faults[type], {
          loseUploads: 1,
          onUpload: async () => {
            providers.faults[type].refuseLists = status;
          },
        });
        const word = nextWord();
        const job = await untilFinal(org, await startJob(org, id, { text: word, ...lane }), 60_000);
        assert.deepEqual([output(job), job.models.at(-1).lane], [`echo ${word}`, 'normal']);
        const detail = await org.expect(200, 'GET', `/v1/agents/jobs/${job.id}/steps/${job.steps[0].seq}/`);
        assert.match(detail.retries[0].error, new RegExp(`^Left the half-price lane: .*refused.*${status}`));
        assert.equal(providers.batches[type].length, before + 1, 'nothing is uploaded again');
        const rows = await harness.database.system.query('select status from model_batches where org_id = $1', [
          org.orgId,
        ]);
        assert.deepEqual(pluck(rows, 'status'), ['given_up']);
        providers.faults[type].refuseLists = undefined;
      }
    });

    test('a batch that the provider no longer knows leaves the lane at once, and the job says why', async () => {
      const org = await orgWith(type, path);
      const id = await agentOf(org, model);
      providers.faults[type].refuseLooks = 404;
      const word = nextWord();
      const job = await untilFinal(org, await startJob(org, id, { text: word, ...lane }), 60_000);
      assert.deepEqual([output(job), job.models.at(-1).lane], [`echo ${word}`, 'normal']);
      const detail = await org.expect(200, 'GET', `/v1/agents/jobs/${job.id}/steps/${job.steps[0].seq}/`);
      assert.match(detail.retries[0].error, /^Left the half-price lane: .*404/);
    });

    test('an upload that comes too soon is repeated when the provider says so', async () => {
      const org = await orgWith(type, path);
      const id = await agentOf(org, model);
      providers.faults[type].refuseUploads = [{ status: 429, headers: { 'retry-after': '4' } }];
      const job = await untilFinal(org, await startJob(org, id, { text: nextWord(), ...lane }), 30_000);
      assert.equal(job.models[0].lane, 'batch');
      const waitedMs = Date.parse(providers.batches[type].at(-1)!.at) - providers.refusals[type].at(-1)!;
      assert.ok(waitedMs >= 4_000, `${waitedMs} ms`);
    });

    test('an answer that came after its job had gone on is paid and told, once', async () => {
      const org = await orgWith(type, path);
      const id = await agentOf(org, model);
      Object.assign(providers.faults[type], { hang: true, deaf: true });
      const jobId = await startJob(org, id, { text: nextWord(), ...lane, deadline_seconds: 10 });
      const job = await untilFinal(org, jobId, 30_000);
      assert.deepEqual(pluck(job.models, 'lane', 'reason'), [['normal', null]]);
      providers.faults[type].hang = false;
      const billed = await until(async () => {
        const now = await org.expect(200, 'GET', `/v1/agents/jobs/${jobId}/`);
        return now.models.length > 1 ? now : undefined;
      }, 'the answer to be billed');
      assert.deepEqual(pluck(billed.models, 'lane', 'reason'), [
        ['normal', null],
        ['batch', 'late'],
      ]);
      assert.ok(Math.abs(billed.cost - 1.5 * job.cost) < 1e-9, `${billed.cost} after ${job.cost}`);
      assert.equal(billed.substituted, false);
      assert.equal(output(billed), output(job));
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      assert.equal((await org.expect(200, 'GET', `/v1/agents/jobs/${jobId}/`)).cost, billed.cost);
    });

    test('a cancelled job is charged for what its batch had answered', async () => {
      const org = await orgWith(type, path);
      const id = await agentOf(org, model);
      Object.assign(providers.faults[type], { hang: true, deaf: true });
      const before = providers.batches[type].length;
      const jobId = await startJob(org, id, { text: nextWord(), ...lane });
      await until(async () => providers.batches[type].length > before, 'the upload');
      await org.expect(204, 'POST', `/v1/agents/jobs/${jobId}/cancel/`);
      providers.faults[type].hang = false;
      const job = await until(async () => {
        const now = await org.expect(200, 'GET', `/v1/agents/jobs/${jobId}/`);
        return now.cost > 0 ? now : undefined;
      }, 'the answer to be billed');
      assert.deepEqual([job.status_code, job.models[0].reason], [5, 'late']);
    });

    test('a call that fails in the batch is asked in the normal lane', async () => {
      const org = await orgWith(type, path);
      const id = await agentOf(org, model);
      providers.faults[type].failing = [0];
      const word = nextWord();
      const job = await untilFinal(org, await startJob(org, id, { text: word, ...lane }), 30_000);
      assert.deepEqual([output(job), job.models.at(-1).lane], [`echo ${word}`, 'normal']);
    });
  });

describe('uploads to a provider that keeps no names', () => {
  const [type, path, model] = shapes[1];
  const foreign = (): (typeof providers.batches)['anthropic'][number] => {
    const calls = [{ id: 'theirs', body: { messages: [] } }];
    const id = `theirs_${providers.batches[type].length}`;
    return { id, name: '', at: new Date().toISOString(), calls, cancelled: false, isOver: false };
  };

  test('one is found although a call of it was deleted meanwhile and a hundred others came after it', async () => {
    const org = await orgWith(type, path);
    const id = await agentOf(org, model);
    const jobIds: string[] = [];
    const before = providers.batches[type].length;
    Object.assign(providers.faults[type], {
      loseUploads: 1,
      async onUpload() {
        providers.faults[type].onUpload = undefined;
        await harness.database.system.run('delete from model_batch_calls where job_id = $1', [jobIds[0]]);
        const two = {
          ...foreign(),
          calls: [
            { id: '1', body: {} },
            { id: '2', body: {} },
            { id: '3', body: {} },
          ],
        };
        providers.batches[type].push(...Array.from({ length: 120 }, (_, index) => ({ ...two, id: `other_${index}` })));
      },
    });
    const word = nextWord();
    jobIds.push(...(await Promise.all([nextWord(), word].map((text) => startJob(org, id, { text, ...lane })))));
    const job = await untilFinal(org, jobIds[1]!, 30_000);
    assert.deepEqual([output(job), job.models[0].lane], [`echo ${word}`, 'batch']);
    const ours = providers.batches[type].slice(before).filter((one) => !one.id.startsWith('other_'));
    assert.equal(ours[0]!.calls.length, 2);
    assert.ok(!ours.slice(1).some(({ calls }) => JSON.stringify(calls).includes(`"${word}"`)), 'it was sent twice');
    await org.expect(204, 'POST', `/v1/agents/jobs/${jobIds[0]}/cancel/`);
  });

  test('one that was only guessed is not cancelled', async () => {
    const org = await orgWith(type, path);
    const id = await agentOf(org, model);
    const theirs = foreign();
    providers.batches[type].push(theirs);
    let jobId = '';
    Object.assign(providers.faults[type], {
      dropUploads: 1,
      hang: true,
      async onUpload() {
        providers.faults[type].onUpload = undefined;
        await org.expect(204, 'POST', `/v1/agents/jobs/${jobId}/cancel/`);
      },
    });
    jobId = await startJob(org, id, { text: nextWord(), ...lane });
    const batch = async (condition: string) => {
      const sql = `select from model_batches where org_id = $1 and ${condition}`;
      return (await harness.database.system.query(sql, [org.orgId])).length > 0;
    };
    await until(() => batch(`provider_batch_id = '${theirs.id}'`), 'the guess');
    providers.faults[type].hang = false;
    await until(() => batch(`status = 'given_up'`), 'the batch to end');
    assert.equal(theirs.cancelled, false);
  });
});

test('calls that are too large for one upload go in several', async () => {
  const [type, path, model] = shapes[2];
  const org = await orgWith(type, path);
  const id = await agentOf(org, model);
  const before = providers.batches[type].length;
  const { system } = harness.database;
  await system.run(`create function ten_megabytes() returns trigger language plpgsql as $$
    begin new.body_bytes := 10000000; return new; end $$`);
  await system.run(
    'create trigger ten_megabytes before insert on model_batch_calls for each row execute function ten_megabytes()',
  );
  try {
    const jobIds = await Promise.all([nextWord(), nextWord()].map((text) => startJob(org, id, { text, ...lane })));
    const jobs = await Promise.all(jobIds.map((job) => untilFinal(org, job, 30_000)));
    assert.deepEqual(
      jobs.map((job) => job.models[0].lane),
      ['batch', 'batch'],
    );
    const uploads = providers.batches[type].slice(before);
    assert.deepEqual(
      uploads.map(({ calls }) => calls.length),
      [1, 1],
    );
  } finally {
    await system.run('drop function ten_megabytes cascade');
  }
});

describe('who gets the lane', () => {
  const settings = (org: TestOrg, batch_lane: string) =>
    org.expect(200, 'PUT', `/v1/organizations/${org.orgId}/models/`, {
      default_model: null,
      chain: [],
      allow_house_keys: true,
      batch_lane,
    });
  const [type, path, model] = shapes[0];

  test('the models tell which of them have it, with both prices', async () => {
    const org = await orgWith(type, path);
    const { results } = await org.expect(200, 'GET', '/v1/models/?page_size=100');
    const { lanes, prices } = results.find((one: any) => one.id === model);
    assert.deepEqual(lanes, ['normal', 'batch']);
    assert.equal(prices.batch_input, prices.input / 2);
  });

  test('rows of a batch get it if the organization prefers it, and nobody if it is off', async () => {
    const org = await orgWith(type, path);
    const id = await agentOf(org, model);
    await settings(org, 'preferred');
    const body = { inputs: [{ text: nextWord() }, { text: nextWord() }] };
    const batch = await org.expect(201, 'POST', `/v1/agents/run/${id}/batches/`, body);
    const rows = await until(async () => {
      const { results } = await org.expect(200, 'GET', `/v1/agents/jobs/?batch_id=${batch.id}`);
      return results.every((one: any) => one.status_code === 3) ? results : undefined;
    }, 'the rows to end');
    const job = await org.expect(200, 'GET', `/v1/agents/jobs/${rows[0].id}/`);
    assert.equal(job.models[0].lane, 'batch');
    await settings(org, 'off');
    const plain = await untilFinal(org, await startJob(org, id, { text: nextWord(), ...lane }));
    assert.equal(plain.models[0].lane, 'normal');
  });

  test('a run of low priority gets it if the organization prefers it, and not where somebody waits', async () => {
    const org = await orgWith(type, path);
    const id = await agentOf(org, model);
    const low = { text: nextWord(), priority: 'low' };
    const plain = await untilFinal(org, await startJob(org, id, low), 30_000);
    assert.equal(plain.models[0].lane, 'normal');
    await settings(org, 'preferred');
    const job = await untilFinal(org, await startJob(org, id, { ...low, text: nextWord() }), 30_000);
    assert.equal(job.models[0].lane, 'batch');
    const usual = await untilFinal(org, await startJob(org, id, { text: nextWord() }), 30_000);
    assert.equal(usual.models[0].lane, 'normal');
    for (const [where, given] of [
      ['', 'low'],
      ['async/', 'later'],
    ]) {
      const { status, text } = await org.request('POST', `/v1/agents/run/${id}/${where}`, {
        text: 'x',
        priority: given,
      });
      assert.ok(status >= 400 && status < 500 && text.includes('priority'), `${status} ${text}`);
    }
  });

  test('an agent whose models only the installation could serve is warned about where its keys are not allowed', async () => {
    const org = await orgWith(type, path);
    const config = { model, models: [{ model: 'grok-4.20-0309-reasoning', when: ['outage'] }] };
    const { id } = await createAgent(org, 'MultimodalExtractionEngine', {
      config: { text: '${text}', output_schema: { type: 'object' }, ...config },
    });
    await org.expect(200, 'PUT', `/v1/organizations/${org.orgId}/models/`, {
      default_model: null,
      chain: [],
      allow_house_keys: false,
      batch_lane: 'allowed',
    });
    const { config_warnings: warnings } = await org.expect(200, 'GET', `/v1/agents/${id}/`);
    assert.equal(warnings.length, 1, warnings.join('\n'));
    assert.match(warnings[0], /No connection of yours serves the model 'grok-4.20-0309-reasoning'/);
  });

  test('a wrong lane or deadline is refused by its name', async () => {
    const org = await orgWith(type, path);
    const id = await agentOf(org, model);
    for (const [given, field] of [
      [{ lane: 'fast' }, 'lane'],
      [{ lane: 'batch', deadline_seconds: 9 }, 'deadline_seconds'],
      [{ deadline_seconds: 60 }, 'deadline_seconds'],
    ] as const) {
      const { body } = await org.request('POST', `/v1/agents/run/${id}/async/`, { text: 'x', ...given });
      assert.ok(JSON.stringify(body).includes(field), JSON.stringify(body));
    }
  });

  test('a quote shows both prices, from what jobs of the agent cost', async () => {
    const org = await orgWith(type, path);
    const id = await agentOf(org, model);
    const unknown = await org.expect(200, 'POST', `/v1/agents/run/${id}/estimate/`, { text: 'x' });
    assert.deepEqual([unknown.cost, unknown.cost_batch, unknown.jobs], [null, null, 0]);
    const { cost } = await untilFinal(org, await startJob(org, id, { text: nextWord() }));
    const known = await org.expect(200, 'POST', `/v1/agents/run/${id}/estimate/`, { text: 'x' });
    assert.deepEqual([known.cost, known.cost_batch, known.jobs], [cost, cost / 2, 1]);
  });
});

/** The database is away for so many tries to note an upload. A sequence counts them, since it is not rolled back. */
async function refuseUploadsNoted(times: number): Promise<void> {
  for (const sql of [
    'drop sequence if exists refusals',
    'create sequence refusals',
    `create or replace function refuse_upload() returns trigger language plpgsql as $$
      begin
        if nextval('refusals') <= ${times} then raise exception 'away' using errcode = '57P03'; end if;
        return new;
      end $$`,
    `create or replace trigger refuse_upload before update on model_batches for each row
      when (old.provider_batch_id is null and new.provider_batch_id is not null) execute function refuse_upload()`,
  ])
    await harness.database.system.run(sql);
}
