import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerQuestion } from './answer.ts';

const text =
  'Invoice number: A-17\nTotal due: EUR 120.50\n\nThe pump was repaired on Monday. It runs again without noise.';

test('a request with a schema is answered with JSON that fits it', async () => {
  const outputSchema = {
    type: 'object',
    properties: { invoice_number: { type: 'string' }, total: { type: 'number' } },
    required: ['invoice_number', 'total'],
  };
  const answer = await answerQuestion({ prompt: [{ type: 'text', text }], outputSchema });
  assert.deepEqual(answer.output, { invoice_number: 'A-17', total: 120.5 });
  assert.deepEqual(JSON.parse(answer.text), answer.output);
});

test('a request without a schema gets sentences of the text and is told that rules chose them', async () => {
  const { text: answer, output } = await answerQuestion({
    prompt: [{ type: 'text', text }],
    system: 'What happened to the pump?',
  });
  assert.match(answer, /The pump was repaired on Monday\./);
  assert.match(answer, /by rules/);
  assert.equal(output, undefined);
});

test('an image is refused in words, and read past when its text came with it', async () => {
  const image = { type: 'image', data: new Uint8Array(4), mediaType: 'image/png' } as const;
  const outputSchema = { type: 'object', properties: { total: { type: 'number' } } };
  await assert.rejects(answerQuestion({ prompt: [image], outputSchema }), /reads text only/);
  const { output } = await answerQuestion({ prompt: [image, { type: 'text', text }], outputSchema });
  assert.deepEqual(output, { total: 120.5 });
});

test('a prompt without any text is refused in words', async () => {
  await assert.rejects(answerQuestion({ prompt: [{ type: 'text', text: ' \n' }] }), /no text/);
});

test('what an engine says around the text is the instruction, not the document', async () => {
  const outputSchema = { type: 'object', properties: { total: { type: 'number' } } };
  const prompt = [{ type: 'text', text: `Take the total: 99.99 EUR is wrong.\n\n<text>\n${text}\n</text>` } as const];
  assert.deepEqual((await answerQuestion({ prompt, outputSchema })).output, { total: 120.5 });
});
