import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faultsOf, skip, withStage } from './console.ts';
import { chooseFile, press, write } from './keyboard.ts';

describe('the editor of agents', { skip }, () => {
  const stage = withStage();

  test('by keyboard alone: from an example file to a published agent, with a field that fails on the way', async () => {
    const page = await stage.open('/agents/new?engine=MultimodalExtractionEngine');
    page.on('filechooser', () => undefined);
    const button = (name: string | RegExp) =>
      page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
    await write(page, page.getByLabel('Name of the agent'), 'Invoices');
    // The schema comes from a document that somebody has at hand.
    await press(page, button('From an example or a file…'));
    const dialog = page.getByRole('dialog');
    const text = 'ACME Ltd\nInvoice number: 2026-118\nTotal: 1250.00\n';
    await chooseFile(page, dialog.getByRole('button', { name: 'Choose a file…' }), {
      name: 'invoice.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    await dialog.getByText('invoice.txt').waitFor();
    await press(page, dialog.getByRole('button', { name: 'Use it' }));
    await page.getByLabel('Name of invoice_number').waitFor();
    // A wrong value is told at its field, which gets the focus.
    await press(page, button(/^Advanced/));
    await write(page, page.getByRole('textbox', { name: /^Temperature/ }), '7');
    await page.getByText('From 0 to 2.').waitFor();
    await press(page, button('Create the agent and try it'));
    await page.locator('[data-key=temperature] :focus').waitFor();
    await write(page, page.getByRole('textbox', { name: /^Temperature/ }), '0');
    await press(page, button('Create the agent and try it'));
    await page.getByRole('heading', { name: 'New version of Invoices', level: 1 }).waitFor();
    // It runs before anything is published, beside the current version.
    await write(page, page.getByRole('textbox', { name: /^Instruction/ }), 'Find number and total.');
    await write(page, page.getByRole('textbox', { name: /^text text\/plain/ }), text);
    await press(page, page.getByRole('checkbox', { name: /^Also run the current version/ }), 'Space');
    await press(page, button('Run this draft'));
    await page.getByRole('region', { name: 'Difference to the current version' }).waitFor();
    await page.getByText('Succeeded', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Trust' }).waitFor();
    await press(page, button('Publish…'));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
    await page
      .getByRole('region', { name: 'Versions' })
      .getByRole('row', { name: /current/ })
      .waitFor();
    // The two samples left no version behind.
    const [agent] = (await stage.org.request('GET', '/v1/agents/?name=Invoices')).body.results;
    const versions = (await stage.org.request('GET', `/v1/agents/${agent.id}/versions/`)).body;
    assert.equal(versions.length, 2);
    assert.equal(versions[0].engine_config.instruction, 'Find number and total.');
    assert.deepEqual(Object.keys(versions[0].engine_config.output_schema.properties), ['invoice_number', 'total']);
    assert.deepEqual(faultsOf(page), []);
  });

  test('what the server refuses is told at its field, and the draft stays', async () => {
    const page = await stage.open('/agents/new?engine=MultimodalExtractionEngine');
    await page.getByLabel('Name of the agent').fill('Broken');
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    const json = page.getByRole('textbox', { name: 'Output schema as JSON' });
    await json.fill('{"type": "object", "properties": {"a": {"type": "texts"}}}');
    await page.getByRole('button', { name: 'Create agent', exact: true }).click();
    await page
      .getByRole('group', { name: 'Output schema' })
      .getByText(/output_schema/)
      .last()
      .waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    assert.match(await json.inputValue(), /texts/);
    await json.fill('{"type": "object", "properties": {"a": {"type": "string"}}}');
    await page.getByRole('button', { name: 'Create agent', exact: true }).click();
    await page.getByRole('heading', { name: 'Broken', level: 1 }).waitFor();
  });
});
