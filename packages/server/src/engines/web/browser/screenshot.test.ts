import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { EngineFailure } from '../../engine/engine.ts';
import type { Browser } from './browser.ts';
import { drawSavedPage, takeScreenshot } from './screenshot.ts';

async function heightOf(scrollHeight: () => Promise<number>): Promise<number> {
  let height = 0;
  const page = {
    evaluate: scrollHeight,
    async screenshot({ clip }: { clip: { height: number } }) {
      height = clip.height;
      return new Uint8Array();
    },
  };
  await takeScreenshot(page as unknown as Page);
  return height;
}

test('a page is captured as far as it goes, an endless one as far as a reader would scroll', async () => {
  assert.equal(await heightOf(async () => 1_500), 1_500);
  assert.equal(await heightOf(async () => 1_000_000), 8_000);
  assert.equal(await heightOf(async () => 0), 1);
  assert.equal(await heightOf(() => Promise.reject(new Error('no document'))), 900);
});

test('without a browser the job is told what is missing', () => {
  const browser = { executable: undefined, missing: 'Install Chromium.' } as Browser;
  const page = { url: 'https://h/', content: new Uint8Array(), contentType: 'text/html', hosts: [] };
  assert.throws(
    () => drawSavedPage(browser, page, new AbortController().signal),
    (error: unknown) => error instanceof EngineFailure && error.message === 'Install Chromium.',
  );
});
