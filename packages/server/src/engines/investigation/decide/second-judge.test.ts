import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCase, shopContent } from '../../../../test/policies/cases.ts';
import { claim, rejected, startModelCases } from '../../../../test/policies/model-cases.ts';
import { createAgent } from '../../../../test/runs.ts';
import { stopAtEnd } from '../../../../test/stop-at-end.ts';

// Another model reads the quotation of each hit. It can take a hit away, and it can make none.

const cases = stopAtEnd(await startModelCases());

const content = {
  ...shopContent,
  guidelines: { categories: [{ title: 'Fires', rules: [{ title: 'Fire set on purpose', flag: 'RED_FLAG' }] }] },
};
const sentence = 'The fire was set on purpose by the owner.';
const hit = { findings: [claim('R1', true, sentence)] };
const look = (shows: boolean, reasoning: string) => ({ json: { looks: [{ rule: 'R1', shows, reasoning }] } });

let count = 0;
async function decide(judged: ReturnType<typeof look>, found: unknown = hit, listing = sentence) {
  count += 1;
  const second = `second-judge-${count}`;
  const { model, agent } = await cases.newCase('ProductPolicyEngine', { second_judge: second }, content);
  await cases.models.script(model, { json: found }, { json: rejected }, { json: rejected }, { json: rejected });
  await cases.models.script(second, judged);
  const { job, output } = await runCase(cases.org, agent.id, { product_listing: listing });
  return { job, second, result: output.compliance_result };
}

test('a hit that the second judge confirms counts, and its answer is on the record under its name', async () => {
  const { job, second, result } = await decide(look(true, 'It says so.'));
  assert.deepEqual([result.verdict, result.investigation_findings[0].hit], ['rejected', true]);
  const record = await cases.read(job.id, 'record');
  assert.equal(record.settings.second_judge, second);
  assert.ok(record.questions.some(({ name }: { name: string }) => name === 'decide 1 second judge'));
  const [asked] = await cases.models.calls(second);
  assert.match(JSON.stringify(asked!.body.messages), /set on purpose by the owner/);
  assert.doesNotMatch(JSON.stringify(asked!.body.messages), /About R1/, 'it does not see what the first model thought');
});

test('a hit that the second judge does not see is no hit, and a person decides', async () => {
  const { second, result } = await decide(look(false, 'It only speaks of a fire.'));
  const [finding] = result.investigation_findings;
  assert.deepEqual([result.verdict, finding.hit, finding.unsupported], ['manual_review', false, true]);
  assert.match(finding.reasoning, new RegExp(`The second judge ${second} .*only speaks of a fire`));
});

test('the second judge is not asked where no hit stands', async () => {
  const none = { findings: [claim('R1', false, 'Wool blanket, soft and warm.')] };
  const { second } = await decide(look(true, 'It says so.'), none, 'Wool blanket, soft and warm.');
  assert.equal((await cases.models.calls(second)).length, 0);
});

test('the model itself and the built-in model are no second judges', async () => {
  for (const judge of ['same', 'baseline']) {
    const refused = await createAgent(cases.org, 'ProductPolicyEngine', {
      config: { model: 'same', second_judge: judge },
    }).then(
      () => undefined,
      (error: Error) => error.message,
    );
    assert.match(String(refused), /second_judge/);
  }
});
