import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEmails, findPhones, findUrls } from './contacts.ts';

test('phone numbers become E.164, with the country of the text where they have none', () => {
  const phones = (text: string, country?: string): string[] => findPhones(text, country).map(({ value }) => value);
  assert.deepEqual(phones('+44 20 7946 0321'), ['+442079460321']);
  assert.deepEqual(phones('(614) 555-0188', 'US'), ['+16145550188']);
  assert.deepEqual(phones('07700 900461', 'GB'), ['+447700900461']);
  assert.deepEqual(phones('2019 - 2023 and 2024-01-05 and 12.50', 'US'), []);
});

test('addresses end where they end', () => {
  assert.deepEqual(
    findEmails('Write to <ada@x.example>, or bob.b@y.co.example.').map(({ value }) => value),
    ['ada@x.example', 'bob.b@y.co.example'],
  );
  assert.deepEqual(
    findUrls('See (https://a.example/b?c=1). Also www.b.example, linkedin.com/in/ada').map(({ value }) => value),
    ['https://a.example/b?c=1', 'www.b.example', 'linkedin.com/in/ada'],
  );
});
