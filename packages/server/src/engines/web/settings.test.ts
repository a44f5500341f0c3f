import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '#platform/configuration.ts';
import { readWebSettings } from './settings.ts';

test('everything is optional, and blank values count as none', () => {
  const none = { chromium: undefined, searchUrl: undefined, searchSites: [], providers: {} };
  assert.deepEqual(readWebSettings({}), none);
  assert.deepEqual(readWebSettings({ ERRAND_CHROMIUM: ' ', ERRAND_SEARCH_URL: '', ERRAND_MAPS_URL: ' ' }), none);
});

test('sites may be divided by commas, blanks and lines; services have a token or none', () => {
  const settings = readWebSettings({
    ERRAND_SEARCH_SITES: 'https://a.example, https://b.example\nhttps://c.example',
    ERRAND_SEARCH_URL: 'https://search.example//',
    ERRAND_MAPS_URL: 'https://maps.example',
    ERRAND_MAPS_TOKEN: 't',
    ERRAND_SOCIAL_URL: 'https://social.example',
    ERRAND_STOREFRONT_TOKEN: 'without an address',
  });
  assert.equal(settings.searchSites.length, 3);
  assert.equal(settings.searchUrl, 'https://search.example');
  assert.deepEqual(settings.providers, {
    maps: { url: 'https://maps.example', token: 't' },
    social: { url: 'https://social.example', token: undefined },
  });
});

for (const name of ['ERRAND_SEARCH_URL', 'ERRAND_SEARCH_SITES', 'ERRAND_MAPS_URL']) {
  test(`${name} takes http and https only, and the error names it`, () => {
    for (const value of ['file:///etc/passwd', 'nowhere'])
      assert.throws(
        () => readWebSettings({ [name]: value }),
        (error: unknown) => error instanceof ConfigError && error.message.startsWith(name),
      );
  });
}
