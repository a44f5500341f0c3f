import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createTestContext } from '../../../../test/engine-context.ts';
import { EngineFailure } from '../../engine/engine.ts';
import { type PageText, pageEvidence, readPageText, save } from './page-text.ts';

const page: PageText = {
  url: 'https://shop.example/a',
  status: 200,
  title: 'Shop',
  text: 'We sell tea.',
  isCut: false,
  links: [],
  saved: { address: 'saved', sha256: '1' },
  screenshot: { address: 'picture', sha256: '2' },
  note: '',
};

test('a page is evidence with its copies; without a title its address names it, and a missing picture is reported', () => {
  const whole = pageEvidence(page);
  assert.deepEqual([whole.name, whole.saved.map(({ address }) => address)], ['Shop', ['saved', 'picture']]);
  assert.deepEqual(whole.detail, { url: page.url, status: 200 });
  const bare = pageEvidence({ ...page, title: '', screenshot: null, note: 'No browser.' });
  assert.deepEqual([bare.name, bare.saved.length, bare.detail.note], [page.url, 1, 'No browser.']);
});

test('saved bytes are named with their hash', async () => {
  const content = Buffer.from('bytes');
  const saved = await save({ reference: async () => 'somewhere' }, content, { contentType: 'a/b', extension: 'b' });
  assert.deepEqual(saved, { address: 'somewhere', sha256: createHash('sha256').update(content).digest('hex') });
});

test('a text that is no address, and a response that is an error, fail with a reason', async () => {
  const { context } = createTestContext([], {
    fetch: async (_name, url) => ({
      url,
      status: 404,
      headers: {},
      body: Buffer.alloc(0),
      reopen: async () => Buffer.alloc(0),
    }),
  });
  await assert.rejects(readPageText(context, 'no address', []), EngineFailure);
  await assert.rejects(readPageText(context, 'https://shop.example/', []), /404/);
});
