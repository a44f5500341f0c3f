import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureSite, type Site } from './merchant-metrics.ts';

const merchant = { url: 'https://shop.example', address: '', name: 'Teahouse' };
const site = (text: string, url = 'https://shop.example/'): Site => ({
  page: {
    url,
    status: 200,
    title: '',
    text,
    isCut: false,
    links: [],
    saved: { address: '', sha256: '' },
    screenshot: null,
    note: '',
  },
});
const scores = (given: Site | undefined): Record<string, number> =>
  Object.fromEntries(measureSite(given, merchant).map(({ name, score }) => [name, score]));

test('a site that cannot be read speaks against the merchant, one that was not given only half as much', () => {
  assert.equal(scores({ page: undefined, problem: 'No answer.' }).website, 100);
  assert.equal(scores(undefined).website, 50);
});

test('the content of a site and how it is served both count', () => {
  const good = scores(site('Teahouse Ltd. Contact us. Terms. Privacy. Returns.'));
  const bad = scores(site('Best casino and replica watches', 'http://shop.example/'));
  assert.deepEqual([good.encryption, good.transparency, good.offer], [0, 0, 0]);
  assert.deepEqual([bad.encryption, bad.transparency, bad.offer], [80, 100, 80]);
});
