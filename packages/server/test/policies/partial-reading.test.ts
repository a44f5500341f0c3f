import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopAtEnd } from '../stop-at-end.ts';
import { runCase, shopContent } from './cases.ts';
import { claim, rejected, startModelCases } from './model-cases.ts';

// One row among thousands matters. Whatever the model asks, nothing is let through without a word.

const cases = stopAtEnd(await startModelCases());
const content = {
  ...shopContent,
  guidelines: {
    categories: [{ title: 'Transfers', rules: [{ title: 'Money to a country under embargo', flag: 'RED_FLAG' }] }],
  },
};

/** A simple generator, so that each seed gives the same place in every run. */
const placeOf = (seed: number, count: number): number =>
  (((seed * 2_654_435_761) % 4_294_967_296) / 4_294_967_296) * count;

function transactions(seed: number, count = 5_000): string {
  const at = Math.floor(placeOf(seed, count));
  return JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      id: `T-${index + 1}`,
      kind: index === at ? 'wire' : 'card',
      country: index === at ? 'KP' : 'DE',
      amount: 10 + (index % 90),
      note: 'Bought something ordinary at a shop nearby.',
    })),
  );
}

const asks: Record<string, string | undefined> = {
  'asks nothing': undefined,
  'counts the rows': 'select count(*) as n from transaction_data',
  'adds up a column': 'select sum(amount) as total from transaction_data',
  'looks at some rows': 'select * from transaction_data limit 20',
  'looks at another country': `select count(*) as n from transaction_data where country = 'FR'`,
};

async function run(seed: number, sql: string | undefined) {
  const { model, agent } = await cases.newCase('AMLInvestigationEngine', {}, content);
  const findings = [claim('R1', false, 'Bought something ordinary at a shop nearby.', '$REF_2$')];
  await cases.models.script(
    model,
    ...(sql === undefined ? [] : [{ tools: [{ name: 'query_tables', input: { sql } }] }]),
    { text: 'done' },
    { json: { findings } },
    { json: { ...rejected, verdict: 'approved' } },
  );
  const { output } = await runCase(cases.org, agent.id, {
    alert_data: 'Look at the transfers of this customer.',
    transaction_data: transactions(seed),
  });
  return output.aml_analysis;
}

for (const [how, sql] of Object.entries(asks)) {
  test(`a model that ${how} lets nothing through, wherever the row is`, async () => {
    for (const seed of [1, 7]) {
      const { verdict, unsupported, unsupported_reasons: reasons } = await run(seed, sql);
      assert.deepEqual([verdict, unsupported], ['manual_review', true], String(seed));
      assert.match(reasons.join(' '), /read in part only: for the rule 'Money to a country under embargo'/);
    }
  });
}

test('a model that looks at the column of the rule in all rows may decide', async () => {
  const { verdict, unsupported } = await run(3, 'select country, count(*) as n from transaction_data group by country');
  assert.deepEqual([verdict, unsupported], ['approved', false]);
});
