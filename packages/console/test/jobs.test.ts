import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import { createAgent, createVersion, startJob, type TestAgent, untilFinal } from '../../server/test/runs.ts';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('jobs in the browser', { skip }, () => {
  const stage = withStage();
  let echo: TestAgent;
  let failing: TestAgent;
  let failed: string;
  before(async () => {
    const { org } = stage;
    echo = await createAgent(org, 'EchoEngine');
    failing = await createAgent(org, 'FailEngine');
    await Promise.all(
      Array.from({ length: 60 }, (_, row) =>
        startJob(org, echo.id, { text: `<img src=x onerror=document.title=1> row ${row}`, metadata: { row } }),
      ),
    );
    failed = await startJob(org, failing.id, { message: 'The document has no pages.' });
    await untilFinal(org, failed);
  });

  const rows = '[aria-label="Jobs"] tbody tr[aria-rowindex]';

  test('a typed filter goes into the address; Back from a job brings filter and place again', async () => {
    const page = await stage.open('/jobs');
    await page.getByText('61 jobs, newest first.').waitFor();
    await page.getByLabel('Filter jobs').fill('status:failure');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=status%3Afailure/);
    await page.getByText('1 job in all.').waitFor();
    await page.getByText('1 job matches').waitFor();
    assert.equal(await page.locator(rows).count(), 1);
    await page.locator(`${rows} a`).click();
    await page.getByRole('heading', { level: 1, name: 'Agent of FailEngine' }).waitFor();
    await page.goBack();
    await page.waitForURL(/\/jobs\?q=status%3Afailure$/);
    await page.getByRole('button', { name: 'Remove filter “status:failure”' }).click();
    await page.getByText('50 jobs loaded').waitFor();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.getByText('61 jobs in all.').waitFor();
    await page.evaluate('scrollTo(0, 1200)');
    const link = page.locator('[aria-label="Jobs"] tr[aria-rowindex="40"] a');
    const id = await link.getAttribute('title');
    await link.click();
    await page.waitForURL(`**/jobs/${id}`);
    await page.goBack();
    await page.locator(`${rows} a[title="${id}"]`).waitFor();
    assert.ok(Number(await page.evaluate('scrollY')) > 400, 'the list is where it was');
    assert.deepEqual(faultsOf(page), []);
  });

  test('filters by metadata, input and agent, and says what it did not understand', async () => {
    const page = await stage.open(`/jobs?agent=${echo.id}`);
    const input = page.getByLabel('Filter jobs');
    await input.fill('metadata.row:7');
    await page.keyboard.press('Enter');
    await page.getByText('1 job in all.').waitFor();
    await page.getByText('row 7').waitFor();
    await input.fill('colour:red');
    await page.keyboard.press('Enter');
    await page.getByText("Unknown field 'colour'").waitFor();
    await input.fill('');
    await page.keyboard.type('output.te');
    await page.getByRole('option', { name: /^output\.text:/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await input.inputValue(), 'output.text:');
    await input.fill('output.text:*7 metadata.row:<8');
    await page.keyboard.press('Enter');
    await page.getByText('1 job matches').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Path').fill('metadata.row');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.waitForURL(/columns=metadata\.row/);
    await page.locator(rows).getByText('7', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Columns: 1' }).click();
    await page.getByLabel('Path').fill('metadata."order id"');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove column metadata."order id"' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.goto(`/jobs?q=nobody+has+this`);
    await page.getByText('No jobs match these filters').waitFor();
    assert.equal(await page.locator('img[src="x"]').count(), 0, 'markup in inputs stays text');
  });

  test('facets count what fits and filter by a click; a view is saved under a name, found again and removed', async () => {
    const page = await stage.open('/jobs');
    await page.getByRole('button', { name: 'Filters' }).click();
    const spread = page.getByRole('region', { name: 'Breakdown' });
    await spread.getByText('Of 61 matching jobs').waitFor();
    await spread.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed 1' }).click();
    await page.waitForURL(/status=failed/);
    await spread.getByText('The only matching job').waitFor();
    await page.getByRole('button', { name: 'Save this view…' }).click();
    await page.getByLabel('Name of the view').fill('All that failed');
    await page.getByLabel('Share it with everybody').check();
    await page.keyboard.press('Enter');
    await page.getByText('Saved as All that failed for everybody').waitFor();
    await page.goto('/jobs?status=success');
    await page.getByRole('button', { name: 'Save this view…' }).click();
    await page.getByLabel('Name of the view').fill('all that failed');
    await page.getByText('Replaces your view of this name, also for everybody else.').waitFor();
    await page.getByRole('button', { name: 'Replace', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.goto('/jobs');
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'All that failed' }).click();
    await page.waitForURL(/status=failed/);
    await page.getByRole('button', { name: 'Remove view All that failed' }).click();
    await page.getByRole('link', { name: 'All that failed' }).waitFor({ state: 'detached' });
    assert.deepEqual(faultsOf(page), []);
  });

  test('two jobs are compared value by value; the list is exported as CSV', async () => {
    const page = await stage.open(`/jobs?agent=${echo.id}`);
    for (const place of [0, 1])
      await page
        .getByRole('checkbox', { name: /^Select job/ })
        .nth(place)
        .click();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('region', { name: 'Inputs' }).getByText('1 value differs').waitFor();
    const outputs = page.getByRole('region', { name: 'Outputs' });
    await outputs.locator('del').first().waitFor();
    assert.equal(await outputs.locator('ins').count(), await outputs.locator('del').count());
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.goBack();
    const exported = async (format: 'CSV' | 'Parquet'): Promise<Buffer> => {
      await page.getByRole('button', { name: 'Export…' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ]);
      return readFile(await file.path());
    };
    const csv = (await exported('CSV')).toString();
    assert.equal(csv.trimEnd().split('\r\n').length, 61, 'a line for each job, and one of names');
    assert.equal((await exported('Parquet')).subarray(0, 4).toString(), 'PAR1');
    assert.deepEqual(faultsOf(page), []);
  });

  test('new jobs are announced, not pushed in; running ones change in place', async () => {
    const page = await stage.open('/jobs');
    const first = page.locator(`${rows} a`).first();
    const before = await first.getAttribute('title');
    const slow = await createAgent(stage.org, 'SleepEngine', { config: { ms: 60_000 } });
    const id = await startJob(stage.org, slow.id, {});
    const news = page.getByRole('button', { name: '1 new job' });
    await news.waitFor();
    assert.equal(await first.getAttribute('title'), before);
    await news.click();
    const row = page.locator(rows, { has: page.locator(`a[title="${id}"]`) });
    await row.locator('[data-status="started"]').waitFor();
    const place = await row.getAttribute('aria-rowindex');
    await stage.org.request('POST', `/v1/agents/jobs/${id}/cancel/`);
    await row.locator('[data-status="cancelled"]').waitFor();
    assert.equal(await row.getAttribute('aria-rowindex'), place);
  });

  test('by keyboard: J and X choose jobs, which are then run again', async () => {
    const page = await stage.open(`/jobs?agent=${failing.id}`);
    await page.locator(`${rows} a`).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Run again: 1' }).click();
    await page.getByRole('dialog').getByText('1 job, about').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('heading', { name: 'Run again: 1 job' }).waitFor();
    await page.getByText('done', { exact: true }).first().waitFor();
    await page.getByText('1 run again').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Cancel: 1 job' }).waitFor();
    await page.goto('/jobs/errors');
    await page.getByRole('link', { name: /^\d jobs with errand\./ }).click();
    await page.waitForURL(/q=error/);
    await page.getByText(/jobs? match/).waitFor();
    await page.goto('/jobs/bulk');
    await page.getByRole('link', { name: 'Run again: 1 job' }).click();
    // The action is done, and its job failed once more: both are told.
    await page
      .getByTestId('new jobs')
      .getByText(/1 (failed|cancelled)/)
      .waitFor();
    await page.goto(`/jobs?agent=${failing.id}`);
    await page.getByText('2 jobs in all.').waitFor();
  });

  test('a column of an input sorts what matches and says so, and a value under the pointer filters or is left out', async () => {
    const page = await stage.open(`/jobs?agent=${echo.id}&columns=input.text`);
    const head = page.getByRole('columnheader', { name: 'text' });
    const values = page.locator(`${rows} td:last-child bdi`);
    await values.first().waitFor();
    await head.getByRole('button').click();
    await page.waitForURL(/sort=input\.text/);
    assert.equal(await head.getAttribute('aria-sort'), 'ascending');
    await page.getByText('All of them are sorted.').waitFor();
    const shown = await values.allTextContents();
    assert.deepEqual(
      shown,
      shown.toSorted((a, b) => Number(a) - Number(b) || a.localeCompare(b)),
    );
    const value = shown[0]!;
    await page.locator(rows).first().locator('td:last-child').hover();
    await page
      .getByRole('button', { name: `Only input.text ${value}`, exact: true })
      .first()
      .click();
    await page.waitForURL(/q=input\.text/);
    await values.first().waitFor();
    assert.ok((await values.allTextContents()).every((one) => one === value));
    await page.locator(rows).first().locator('td').nth(1).hover();
    await page.getByRole('button', { name: 'Without status succeeded', exact: true }).first().click();
    await page.waitForURL(/q=[^&]*-is%3Asucceeded/);
    await page.getByText('No jobs match these filters').waitFor();
  });

  test('a failed job says what to do, and runs again as another version', async () => {
    await createVersion(stage.org, failing.id, { name: 'careful', config: { message: 'Still not.' } });
    const page = await stage.open(`/jobs/${failed}`);
    const card = page.getByRole('region', { name: 'Failure' });
    await card.getByText('The document has no pages.').waitFor();
    await card.getByText(/^What to do: /).waitFor();
    await card.getByRole('link', { name: 'errand.engines.failed' }).waitFor();
    await card.getByRole('button', { name: 'Run again…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Version' }).click();
    await page.getByRole('option', { name: 'careful · current' }).click();
    await dialog.getByRole('button', { name: 'Run again' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(failed));
    await page.getByText('Runs again').waitFor();
    await page.goto(`/jobs/${failed}`);
    await page.getByText('Run again as').waitFor();
    await page.goBack();
    await page.getByText('careful', { exact: true }).waitFor();
  });

  test('steps add up to the job; saved pages open without running anything', async () => {
    const costly = await createAgent(stage.org, 'CostEngine', { config: { steps: 3 } });
    const spent = await startJob(stage.org, costly.id, {});
    const steps = await createAgent(stage.org, 'StepsEngine', { inputs: [{ key: 'text', required: false }] });
    const evidence = await startJob(stage.org, steps.id, { text: '</script><script>alert(1)</script>' });
    await untilFinal(stage.org, spent);
    await untilFinal(stage.org, evidence);
    const page = await stage.open(`/jobs/${spent}?tab=steps`);
    const sum = page.getByText('30 / 15');
    await sum.waitFor();
    assert.equal(await page.getByText('$0.030').count(), 2, 'of the steps and of the job');
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.goto('/usage');
    const byAgent = page.getByRole('row', { name: /Agent of CostEngine/ });
    await byAgent.getByText('$0.030').first().waitFor();
    await page.getByText('Show as a table').click();
    await page
      .getByRole('region', { name: 'Cost by day' })
      .getByRole('row', { name: new RegExp(new Date().toISOString().slice(0, 8)) })
      .first()
      .waitFor();
    await page
      .getByRole('region', { name: 'Ledger' })
      .getByRole('row', { name: /−\$0.030/ })
      .getByRole('link')
      .click();
    await page.waitForURL(`**/jobs/${spent}`);
    await page.goto(`/jobs/${evidence}`);
    await page.getByRole('button', { name: 'Saved page' }).click();
    const frame = page.locator('iframe');
    await frame.waitFor();
    assert.equal(await frame.getAttribute('sandbox'), '');
    await page.frameLocator('iframe').getByText('0123456789').waitFor();
    await page.getByRole('button', { name: 'evidence.json' }).click();
    await page
      .getByRole('tree', { name: /evidence\.json/ })
      .getByText('</script>')
      .waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('a saved page with scripts runs none of them, neither in the console nor when it is opened by its address', async () => {
    const { harness, org } = stage;
    const script = 'document.title = "hacked"; document.body.dataset.ran = 1; parent.document.title = "hacked";';
    const html = `<title>still</title><body onload='${script}'><p>saved words</p><script>${script}</script><img src=x onerror='${script}'>`;
    const form = new FormData();
    form.set('file', new File([html], 'evil.html', { type: 'text/html' }));
    form.set('dataset_id', 'pages');
    const uploaded = await org.request('POST', '/v1/datasets/files/upload/', form);
    const job = await startJob(org, echo.id, { text: 'evidence' });
    await untilFinal(org, job);
    await harness.database.system.run(
      `insert into job_references (job_id, resource_id, org_id, storage_key, sha256, size, content_type, file_name)
        select $1, 'evil.html', org_id, storage_key, sha256, size, 'text/html', 'evil.html' from files where id = $2`,
      [job, uploaded.body.file_id],
    );
    const address = `/v1/agents/jobs/${job}/references/evil.html/`;
    await setOutput(job, '$2::text', JSON.stringify({ references: [address] }));
    const page = await stage.open(`/jobs/${job}`);
    await page.getByRole('button', { name: 'evil.html' }).click();
    await page.frameLocator('iframe').getByText('saved words').waitFor();
    assert.equal(await page.frameLocator('iframe').locator('body').getAttribute('data-ran'), null);
    assert.doesNotMatch(await page.title(), /hacked/);
    await page.setExtraHTTPHeaders({ authorization: `Bearer ${org.apiKey}` });
    const answer = (await page.goto(address))!;
    assert.equal(answer.status(), 200);
    const { 'content-security-policy': policy, 'x-content-type-options': sniffing } = answer.headers();
    assert.deepEqual([/^sandbox;/.test(policy!), sniffing], [true, 'nosniff']);
    await page.getByText('saved words').waitFor();
    assert.deepEqual([await page.title(), await page.evaluate('self.origin')], ['still', 'null']);
  });

  test('five thousand steps are searched and opened, of which only those on the screen exist', async () => {
    const job = await startJob(stage.org, echo.id, { text: 'many steps' });
    await untilFinal(stage.org, job);
    await stage.harness.database.system.run(
      `insert into job_steps (job_id, key, org_id, seq, kind, name, status, started_at, duration_ms, input_tokens,
          output_tokens, cost, error)
        select $1, 'step ' || i, $2, i, 'model', 'ask ' || i, case when i = 4999 then 'failed' else 'succeeded' end,
          now(), 5, 2, 1, 0.001, case when i = 4999 then 'No answer.' end from generate_series(1, 5000) as i`,
      [job, stage.org.orgId],
    );
    const page = await stage.open(`/jobs/${job}?tab=steps`);
    await page.getByText('5,000 steps').waitFor();
    await page.getByText('10,000 / 5,000').waitFor();
    const shown = page.getByRole('region', { name: 'Steps' }).getByRole('button');
    assert.ok((await shown.count()) < 120);
    await page.getByLabel('Search steps').fill('ask 499');
    await page.getByText('11 of 5,000 steps').waitFor();
    await page.getByRole('checkbox', { name: 'Only failed' }).click();
    await page.getByRole('button', { name: /ask 4999/ }).click();
    await page.getByText('No answer.').waitFor();
    await page.waitForURL(/step=step\+4999|step=step%204999/);
    assert.deepEqual(faultsOf(page), []);
  });

  /** Sets the output of a job with an SQL expression, so that 50 MB are created in the database. */
  const setOutput = (job: string, value: string, ...values: string[]) =>
    stage.harness.database.system.run(
      `update job_results set outputs = json_build_array(json_build_object('key', 'output', 'data_type',
        'application/json', 'value', ${value}, 'description', '', 'cost', 0)) where job_id = $1`,
      [job, ...values],
    );

  test('an output of 50 MB opens as text at once and as a tree on request', async () => {
    const big = await startJob(stage.org, echo.id, { text: 'big' });
    await untilFinal(stage.org, big);
    await setOutput(
      big,
      `(select '{"rows":[' || string_agg('{"index":' || i || ',"text":"' || repeat('x', 100) || '"}', ',') || ']}'
        from generate_series(0, 399999) as i)`,
    );
    const page = await stage.open(`/jobs/${big}`);
    await page.getByRole('button', { name: 'Open as a tree' }).click();
    const tree = page.getByRole('tree');
    await tree.getByText('400,000 items').click();
    await tree.getByText('0 … 499', { exact: true }).click();
    await tree.getByText('0:').first().waitFor();
    assert.ok((await page.getByRole('treeitem').count()) < 120, 'only what is on the screen exists');
    assert.deepEqual(faultsOf(page), []);
  });
});
