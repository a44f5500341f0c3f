import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '@a2a-js/sdk';
import type { InputDefinition } from '@errand/contract/agents.ts';
import { pluck } from '../../../test/pluck.ts';
import { idempotencyOf, readAnswer, readMessage } from './read-message.ts';

type Content = NonNullable<Message['parts'][number]['content']>;
const text = (value: string): Content => ({ $case: 'text', value });
const data = (value: unknown): Content => ({ $case: 'data', value }) as Content;
const raw = (value: string): Content => ({ $case: 'raw', value: Buffer.from(value) });
const url = (value: string): Content => ({ $case: 'url', value });

const message = (...contents: Content[]) =>
  ({
    messageId: 'm-1',
    parts: contents.map((content) => ({ content, filename: '', mediaType: '' })),
  }) as unknown as Message;

const input = (key: string, data_type: string, more: Partial<InputDefinition> = {}) =>
  ({ key, data_type, ...more }) as InputDefinition;

test('texts go to the only text input, else to `text`', () => {
  assert.deepEqual(readMessage(message(text('a'), text('b')), [input('question', 'text/plain')]).inputs, {
    question: 'a\nb',
  });
  const two = [input('question', 'text/plain'), input('context', 'text/plain')];
  assert.deepEqual(readMessage(message(text('a')), two).inputs, { text: 'a' });
});

test('files go to the file inputs in their order, and one that takes many takes what is left', () => {
  const definitions = [
    input('pages', 'application/pdf', { accepts_multiple_files: true }),
    input('photo', 'image/png'),
  ];
  const { inputs, uploads } = readMessage(message(raw('1'), url('https://a.example/2'), raw('3')), definitions);
  assert.deepEqual(pluck(uploads, 'key'), ['pages', 'photo']);
  assert.deepEqual(inputs, { pages: 'https://a.example/2' });
});

test('more files than the agent takes are refused with both numbers', () => {
  const definitions = [input('photo', 'image/png')];
  assert.throws(
    () => readMessage(message(raw('1'), raw('2')), definitions),
    /has 2 files, but the agent accepts only 1 more/,
  );
});

test('a message without parts, and data that is no object, are refused', () => {
  assert.throws(() => readMessage(message(), []), /no parts/);
  assert.throws(() => readMessage(message(data([1])), []), /must be an object/);
});

test('the same message has the same key and hash; another content under its id has another hash', () => {
  const [first, again, other] = ['a', 'a', 'b'].map((value) => idempotencyOf('agent', message(text(value))));
  assert.deepEqual(first, again);
  assert.equal(first!.key, other!.key);
  assert.notDeepEqual(first!.bodyHash, other!.bodyHash);
});

test('a question is answered by `answer` with its comment, by other data, or by the text', () => {
  assert.deepEqual(readAnswer(message(text('x'), data({ answer: false, comment: 'no' }))), {
    answer: false,
    comment: 'no',
  });
  assert.deepEqual(readAnswer(message(data({ total: 1 }))), { answer: { total: 1 } });
  assert.deepEqual(readAnswer(message(text('yes'))), { answer: 'yes' });
  assert.throws(() => readAnswer(message(raw('x'))), /Answer it with a text or data part/);
});
