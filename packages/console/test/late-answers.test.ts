import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createAgent, runSync } from '../../server/test/runs.ts';
import { skip, withStage } from './console.ts';

// A list stands still when what belongs beside its rows arrives after them, as it does on a busy machine.

describe('late answers', { skip }, () => {
  const stage = withStage();

  test('of tags and activity move nothing of the list of agents on a phone', async () => {
    const { org } = stage;
    const tag = await org.expect(201, 'POST', '/v1/agents/tags/', { name: 'finance' });
    for (const name of ['First', 'Second', 'Third', 'Fourth']) {
      const { id } = await createAgent(org, 'EchoEngine');
      await org.expect(200, 'PATCH', `/v1/agents/${id}/`, { name });
      await runSync(org, id, { inputs: { text: 'x' } });
      await org.expect(200, 'PUT', `/v1/agents/${id}/tags/`, { tag_ids: [tag.id] });
    }
    for (const [late, shown] of [
      ['**/v1/agents/tags/**', (page: Page) => page.getByRole('combobox', { name: 'Tag' })],
      ['**/v1/agents/activity/**', (page: Page) => page.getByRole('img', { name: /^1 succeeded/ }).first()],
    ] as const)
      assert.deepEqual(await shiftsAfter(late, shown), [], late);
  });

  /** Opens the list, holds one answer back until the rows are there, and says what moved then. */
  async function shiftsAfter(late: string, shown: (page: Page) => Locator): Promise<string[]> {
    const page = await stage.open('/login', { width: 390, height: 844 });
    const held = Promise.withResolvers<void>();
    await page.route(late, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/agents');
    await page.getByRole('link', { name: 'First', exact: true }).waitFor();
    await page.evaluate(OBSERVE);
    held.resolve();
    await shown(page).waitFor();
    const moved = await page.evaluate<string[]>(TOLD);
    await stage.close();
    return moved;
  }
});

/** From now on, and without what was before. */
const OBSERVE = `
  window.moved = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      if (value > 0.005) window.moved.push(value.toFixed(3) + ' ' + sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40)).join(' | '));
  }).observe({ type: 'layout-shift' });`;

/** What was drawn is told within two frames. */
const TOLD = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.moved)))))`;
