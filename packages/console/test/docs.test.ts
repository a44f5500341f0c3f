import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { violationsInBothThemes } from './accessibility.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('the documentation in the browser', { skip }, () => {
  const stage = withStage();

  test('has copy buttons, colours and the typeface of the console, and no violation', async () => {
    const page = await stage.open('/docs/tutorial/');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copy = page.getByRole('button', { name: 'Copy' });
    await copy.nth(2).waitFor();
    assert.ok((await page.locator('pre .string').count()) > 5);
    assert.equal(await page.locator('.code pre[data-language="output"]').count(), 0, 'what is printed is not copied');
    await page.locator('.code', { hasText: 'Invoice reader' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Copied' }).first().waitFor();
    assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /"name": "Invoice reader"/);
    await page.evaluate('document.fonts.load("16px Inter Variable")');
    assert.equal(await page.evaluate('document.fonts.check("16px Inter Variable")'), true);
    assert.deepEqual(await violationsInBothThemes(page), []);
    assert.deepEqual(faultsOf(page), []);
  });

  test('a person who is signed in to the console can try the API without another key', async () => {
    const page = await stage.open('/docs/api/');
    await page
      .getByRole('heading', { name: /Errand/ })
      .first()
      .waitFor();
    const ask = (headers: string) =>
      page.evaluate<number>(`fetch('/v1/agents/', { headers: ${headers} }).then((r) => r.status)`);
    assert.equal(await ask('{}'), 200);
    assert.equal(await ask("{ Authorization: 'Bearer ' }"), 200);
    assert.equal(await ask("{ Authorization: 'Bearer another' }"), 401, "a key of one's own counts");
    const other = await stage.open('/docs/api/', { credential: null });
    assert.equal(await other.evaluate("fetch('/v1/agents/').then((r) => r.status)"), 401);
  });
});
