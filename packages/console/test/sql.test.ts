import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { createFlakyEngine, createGateEngine } from '../../server/test/engines.ts';
import { createAgent, type TestAgent } from '../../server/test/runs.ts';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, type Stage, skip, startStage } from './console.ts';

describe('SQL with agents in the browser', { skip }, () => {
  let stage: Stage;
  let flaky: TestAgent;
  let gated: TestAgent;
  const gate = createGateEngine();

  before(async () => {
    stage = await startStage({}, [createFlakyEngine(), gate.engine]);
    flaky = await createAgent(stage.org, 'FlakyEngine', { inputs: [{ key: 'text' }] });
    gated = await createAgent(stage.org, 'GateEngine', { inputs: [{ key: 'text' }] });
  });
  afterEach(() => stage?.close());
  after(async () => {
    gate.open();
    await stage?.stop();
  });

  const call = (agent: TestAgent, name: string) => `run_agent_sync('${agent.id}', MAP {'text': city}) AS ${name}`;
  const openSql = (sql: string) => stage.open(`/sql?text=${encodeURIComponent(sql)}`);

  test('cells fill in the rows of the result while agents work, each with its state and its job', async () => {
    const page = await openSql(
      `SELECT city, ${call(flaky, 'quick')}, ${call(gated, 'slow')} FROM (VALUES ('Ulm'), ('Bonn')) AS t(city)`,
    );
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('dialog').getByText('4 rows, 4 jobs').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    const grid = page.getByRole('region', { name: 'Result rows, being filled' });
    await grid.getByText('read Ulm').waitFor();
    await page.getByText('2 of 4 cells are filled.').waitFor();
    const row = grid.getByRole('row', { name: /Bonn/ });
    await row.locator('[data-status="started"], [data-status="pending"]').first().waitFor();
    assert.equal(await row.getByRole('link', { name: /job of row 2/ }).count(), 2);
    assert.deepEqual(await seriousInBothThemes(page), []);
    gate.open();
    const done = page.getByRole('region', { name: 'Result rows', exact: true });
    await done.getByText('passed Bonn').waitFor();
    await done.getByText('read Ulm').waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('a failed cell is retried and recovers; what succeeded is not run again', async () => {
    const page = await openSql(`SELECT city, ${call(flaky, 'note')} FROM (VALUES ('Kiel'), ('Rome!')) AS t(city)`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await page.getByText('1 call gave no answer').waitFor();
    await page.getByText('1 × It did not work this time.', { exact: true }).waitFor();
    const cell = page.getByRole('link', { name: 'Failed: It did not work this time.' });
    assert.match((await cell.getAttribute('href'))!, /^\/jobs\/[0-9a-f-]{36}$/);
    assert.equal(
      await page.getByText('Some agent calls returned no answer').count(),
      0,
      'told once, beside its statement',
    );
    assert.match((await page.getByRole('link', { name: 'Show the failed jobs' }).getAttribute('href'))!, /query_id/);
    await page.getByRole('button', { name: 'Retry failed cells' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await page.getByRole('region', { name: 'Result rows', exact: true }).getByText('read Rome!').waitFor();
    await page.getByText('1 call gave no answer').waitFor({ state: 'detached' });
    const { results } = (await stage.org.request('GET', `/v1/agents/jobs/?agent_id=${flaky.id}&job_inputs=Kiel`)).body;
    assert.deepEqual(results.map(({ status_code: code }: { status_code: number }) => code).sort(), [3, 6]);
    assert.deepEqual(faultsOf(page), []);
  });

  test('the editor can be made higher, shows its focus around its own box, and fills the screen', async () => {
    const page = await openSql('SELECT 1 AS one');
    const editor = page.getByTestId('sql-editor');
    const style = (name: string) =>
      editor.evaluate(
        (element: any, wanted) => element.ownerDocument.defaultView.getComputedStyle(element)[wanted],
        name,
      );
    assert.equal(await style('resize'), 'vertical');
    await editor.locator('.cm-content').click();
    // The frame has the focus ring, because the editor's own ring would be cut off at the corners.
    assert.deepEqual([await style('outlineStyle'), await style('outlineWidth')], ['solid', '2px']);
    const inner = await editor
      .locator('.cm-editor')
      .evaluate((element: any) => element.ownerDocument.defaultView.getComputedStyle(element).outlineStyle);
    assert.equal(inner, 'none');
    const frame = (await editor.boundingBox())!;
    const content = (await editor.locator('.cm-editor').boundingBox())!;
    assert.ok(content.x >= frame.x && content.x + content.width <= frame.x + frame.width + 0.5);
    const before = frame.height;
    await page.mouse.move(frame.x + frame.width - 4, frame.y + frame.height - 4);
    await page.mouse.down();
    await page.mouse.move(frame.x + frame.width - 4, frame.y + frame.height + 96, { steps: 5 });
    await page.mouse.up();
    assert.ok((await editor.boundingBox())!.height > before + 50);
    await page.getByRole('button', { name: 'Full screen' }).click();
    const room = (await editor.boundingBox())!;
    assert.ok(room.width > frame.width);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Full screen' }).waitFor();
    assert.deepEqual(faultsOf(page), []);
  });
});
