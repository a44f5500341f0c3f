import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createToolDescriptions,
  createToolNames,
  inputSchema,
  nameTools,
  outputSchema,
  toolName,
} from './agent-tools.ts';

const agent = (id: string, name: string) => ({ id, name, version_id: `version of ${id}`, description: '' });

test('names of tools are what every client takes, and never those of our own tools', () => {
  assert.deepEqual(['Read invoice', 'Ärger & Co.', '  ', 'errand run sql', 'x'.repeat(200)].map(toolName), [
    'read_invoice',
    'arger_co',
    'agent_',
    'agent_errand_run_sql',
    'x'.repeat(56),
  ]);
});

test('agents of the same name are different tools, and an older one keeps its name', () => {
  const tools = nameTools([agent('1-00000001', 'Twin'), agent('2-00000002', 'twin')]);
  assert.deepEqual(
    [...tools].map(([name, { id }]) => [name, id]),
    [
      ['twin', '1-00000001'],
      ['twin_00000002', '2-00000002'],
    ],
  );
});

test('required inputs are required, and files are ids or URLs', () => {
  const schema = inputSchema([
    { key: 'text', data_type: 'text/plain', description: 'What to read.' },
    { key: 'files', data_type: 'application/pdf', description: '', required: false, accepts_multiple_files: true },
  ]);
  assert.deepEqual(schema.required, ['text']);
  assert.deepEqual(schema.properties!.text, { type: 'string', description: 'What to read.' });
  assert.equal((schema.properties!.files as { anyOf: unknown[] }).anyOf.length, 2);
  assert.equal(inputSchema([]).required, undefined);
});

test('a name is looked up once in a while, and at once when it is not known', async () => {
  let now = 0;
  let looks = 0;
  let agents = [agent('1-00000001', 'First')];
  const find = createToolNames(
    async (orgId) => {
      looks += 1;
      return orgId === 'o' ? agents : [];
    },
    () => now,
  );
  assert.deepEqual(
    [(await find('o', 'first'))?.id, (await find('o', 'first'))?.id, looks],
    ['1-00000001', '1-00000001', 1],
  );
  agents = [agent('1-00000001', 'Renamed'), agent('2-00000002', 'Second')];
  assert.equal((await find('o', 'second'))?.id, '2-00000002');
  assert.equal(await find('o', 'first'), undefined);
  assert.equal(await find('other', 'second'), undefined);
  now = 10_000;
  agents = [];
  assert.equal(await find('o', 'second'), undefined);
});

test('the outputs that an agent declares are shown, and refuse nothing', () => {
  const known = { type: 'object', properties: { total: { type: 'number' } } };
  assert.match(JSON.stringify(outputSchema(known)), /"anyOf":\[\{"type":"object","properties":\{"total"/);
  for (const other of [null, undefined, 'x', { $ref: '#/a' }])
    assert.ok(!JSON.stringify(outputSchema(other)).includes('anyOf'));
});

test('a version is read once, its description and the name of its agent each time', async () => {
  const reads: string[][] = [];
  const describe = createToolDescriptions(
    async (_orgId, ids) => {
      reads.push(ids);
      return ids
        .filter((id) => id !== 'gone')
        .map((id) => ({ id, engine_class_id: 'EchoEngine', input_definitions: [], output_schema: null }));
    },
    (id) => `the ${id}`,
  );
  const first = agent('1-00000001', 'First');
  const described = async (given: typeof first) => (await describe('o', [['tool', given]]))[0]?.description;
  assert.equal(await described(first), 'Runs the agent “First” (the EchoEngine).');
  assert.equal(await described({ ...first, description: 'Changed' }), 'Changed');
  assert.deepEqual(reads, [[first.version_id]]);
  const both = [first, { ...first, version_id: 'another' }, { ...first, version_id: 'gone' }];
  assert.equal(
    (
      await describe(
        'o',
        both.map((one) => ['tool', one]),
      )
    ).length,
    2,
  );
  assert.deepEqual(reads[1], ['another', 'gone']);
});
