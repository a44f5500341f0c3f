import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { codeSamples } from '../src/pages/agents/code-samples.ts';
import { faultsOf, skip, withStage } from './console.ts';

/** The command that runs a sample, and its file name. */
const runners: Record<string, [command: string, file: string]> = {
  curl: ['sh', 'sample.sh'],
  TypeScript: [process.execPath, 'sample.ts'],
  ...(spawnSync('python3', ['--version']).status === 0 && { Python: ['python3', 'sample.py'] }),
};

describe('an engineer', { skip }, () => {
  const stage = withStage();

  test('creates an agent, publishes a version, sees the difference, rolls back, and takes it back', async () => {
    const page = await stage.open('/agents');
    await page.getByRole('link', { name: 'Create the first one' }).click();
    await page.getByRole('link', { name: /^Template / }).click();
    await page.getByLabel('Name of the agent').fill('Order letter');
    await page.getByRole('textbox', { name: 'template' }).fill('Dear ${name}');
    await page.getByText('${name} is used, but there is no input of that name.').waitFor();
    await page.getByLabel('Key of input 1').fill('name');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'Order letter', level: 1 }).waitFor();

    await page.getByRole('link', { name: 'New version' }).click();
    await page.getByLabel('Name of the version').fill('with order');
    await page.getByRole('button', { name: 'Add an input' }).click();
    await page.getByLabel('Key of input 2').fill('order');
    await page.getByRole('textbox', { name: 'template' }).fill('Dear ${name}, your order ${order} has left us.');
    // A draft survives a reload.
    await page.getByText('Draft kept in this browser').waitFor();
    await page.reload();
    assert.equal(await page.getByLabel('Key of input 2').inputValue(), 'order');
    // The same as JSON.
    await page.getByRole('tab', { name: 'JSON' }).click();
    assert.match(await page.getByRole('textbox', { name: 'JSON' }).inputValue(), /"key": "order"/);
    await page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish this version?' });
    await dialog.getByText('may break callers').waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).click();

    const versions = page.getByRole('region', { name: 'Versions' });
    await versions.getByText('with order').waitFor();
    await page.getByText('+ {').waitFor();
    assert.match(await page.locator('ins').last().innerText(), /your order \$\{order\} has left us/);
    await versions.getByRole('button', { name: 'Roll back to this' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await page.getByText('unnamed version is the current version').waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await versions.getByRole('row', { name: /with order current/ }).waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('runs an agent with a file and metadata, and watches its steps until the result', async () => {
    const { org } = stage;
    const agent = await org.request('POST', '/v1/agents/', {
      name: 'Reader',
      engine_class_id: 'StepsEngine',
      input_definitions: [
        { key: 'doc', data_type: 'application/pdf', description: 'The document.' },
        { key: 'text', data_type: 'text/plain', description: 'A note.', required: false },
      ],
    });
    const page = await stage.open(`/run/${agent.body.id}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Required: choose a file or enter a URL.').waitFor();
    const file = { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 not much') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('sent', { exact: true }).waitFor();
    await page.getByText('Options').click();
    await page.getByLabel('Metadata').fill('{"case": ');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Not valid JSON.').waitFor();
    await page.getByLabel('Metadata').fill('{"case": "A-17"}');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Succeeded', { exact: true }).first().waitFor();
    assert.equal(await page.getByRole('list', { name: 'Steps' }).getByRole('listitem').count(), 2);
    const job = (await org.request('GET', `/v1/agents/${agent.body.id}/jobs/`)).body.results[0];
    assert.equal(job.metadata.case, 'A-17');
    assert.equal(job.job_inputs[0].file_name, 'invoice.pdf');
    // Inputs survive a reload, and are restored from the job after they were cleared.
    await page.reload();
    await page.getByRole('button', { name: 'Remove invoice.pdf' }).click();
    await page.getByRole('button', { name: 'Inputs of an earlier job' }).click();
    await page.getByRole('menuitem', { name: /invoice\.pdf/ }).click();
    await page.getByRole('button', { name: 'Remove invoice.pdf' }).waitFor();
    await page.goto(`/agents/${agent.body.id}?tab=versions`);
    await page.getByRole('row', { name: /current .* 1 100 %/ }).waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('finds code for the agent in three languages, and all of it runs', async () => {
    const { org, harness } = stage;
    const folder = await mkdtemp(join(tmpdir(), 'errand-samples-'));
    await writeFile(join(folder, 'document.pdf'), '%PDF-1.4');
    const inputs = [
      { key: 'note', data_type: 'text/plain', description: '', example: `@it's "quoted" & <b>` },
      { key: 'data', data_type: 'application/json', description: '' },
    ];
    const doc = { key: 'doc', data_type: 'application/pdf', description: '' };
    for (const input_definitions of [inputs, [...inputs, doc]]) {
      const body = { name: 'Samples', engine_class_id: 'EchoEngine', input_definitions };
      const agent = (await org.request('POST', '/v1/agents/', body)).body;
      const version = (await org.request('GET', `/v1/agents/${agent.id}/versions/current/`)).body;
      for (const { language, code } of codeSamples(agent, version, harness.baseUrl)) {
        const [command, file] = runners[language] ?? [];
        if (command === undefined || file === undefined) continue;
        await writeFile(join(folder, file), code);
        const env = { ...process.env, ERRAND_API_KEY: org.apiKey };
        const { stdout } = await promisify(execFile)(command, [file], { cwd: folder, env });
        const said = language === 'curl' ? JSON.parse(stdout)[0].value : stdout;
        assert.ok(said.includes(inputs[0]!.example), `${language}: ${stdout}`);
      }
    }
    await rm(folder, { recursive: true });
  });

  test('builds an output schema as a tree, as JSON and from an example', async () => {
    const page = await stage.open('/agents/new?engine=MultimodalExtractionEngine');
    await page.getByRole('button', { name: 'From an example or a file…' }).click();
    await page
      .getByLabel('Example', { exact: true })
      .fill('{"lines": [{"sku": "a"}, {"sku": "b", "count": 2}], "total": 1.5}');
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByLabel('Name of lines[].count').waitFor();
    // While typing "totals", the name equals that of the other member for a moment.
    await page.getByRole('button', { name: 'Add a member', exact: true }).click();
    await page.getByLabel('Name of field').fill('total');
    await page.getByText('There is already one called total.').waitFor();
    await page.getByLabel('Name of field').fill('totals');
    // Both views show the same schema, and what is typed in one is in the other.
    await page.getByRole('button', { name: 'Both', exact: true }).click();
    const text = page.getByRole('textbox', { name: 'Output schema as JSON' });
    const schema = JSON.parse(await text.inputValue());
    assert.deepEqual(Object.keys(schema.properties), ['lines', 'total', 'totals']);
    assert.deepEqual(schema.properties.lines.items.required, ['sku']);
    await text.fill(JSON.stringify({ ...schema, title: 'kept', properties: { one: { type: 'boolean' } } }));
    await page.getByLabel('Name of one').waitFor();
    await page.getByRole('group', { name: 'Member one' }).getByText('or null').click();
    const { title, properties } = JSON.parse(await text.inputValue());
    assert.deepEqual([title, properties], ['kept', { one: { type: ['boolean', 'null'] } }]);
    assert.deepEqual(faultsOf(page), []);
  });

  test('filters agents in the address, so that Back brings the list back as it was', async () => {
    const page = await stage.open('/agents');
    await page.getByRole('link', { name: 'Reader', exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('order');
    await page.waitForURL(/search=order/);
    await page.getByRole('link', { name: 'Reader', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Order letter', exact: true }).click();
    await page.getByRole('heading', { name: 'Order letter', level: 1 }).waitFor();
    await page.goBack();
    await page.waitForURL(/search=order/);
    assert.equal(await page.getByLabel('Search agents').inputValue(), 'order');
    await page.getByRole('tab').first().waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('link', { name: 'Reader', exact: true }).count(), 0);
  });
});
