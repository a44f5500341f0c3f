import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../reply.ts';
import { answerQuestions, inputRequests, questionText } from './questions.ts';

const waits = [
  { id: 'w2', kind: 'question', title: 'Sure?', body: '', options: ['yes', 'no'], answer_schema: null },
  {
    id: 'w1',
    kind: 'question',
    title: 'Who?',
    body: 'The owner.',
    options: null,
    answer_schema: { type: 'object', properties: {} },
  },
  { id: 'w0', kind: 'event', title: 'Paid', body: '', options: null, answer_schema: null },
];

function createApi(status = 200) {
  const answers: unknown[] = [];
  const callApi = async (method: string, path: string, body?: object): Promise<Reply> => {
    if (method === 'GET') return { status: 200, body: { results: waits } };
    answers.push({ path, body });
    return { status, body: { detail: 'It does not fit.' } };
  };
  return { callApi, answers };
}

test('each question to a person becomes a form, oldest first; events are not asked for', async () => {
  const requests = (await inputRequests(createApi().callApi, 'j')) as Record<string, any>;
  assert.deepEqual(Object.keys(requests), ['w1', 'w2']);
  assert.equal(requests.w1.params.message, 'Who?\n\nThe owner.');
  assert.deepEqual(requests.w1.params.requestedSchema, waits[1]!.answer_schema);
  assert.deepEqual(requests.w2.params.requestedSchema.properties.answer.enum, ['yes', 'no']);
});

test('accepted answers are handed in whole or by their field; declined ones and those of others change nothing', async () => {
  const { callApi, answers } = createApi();
  await answerQuestions(callApi, 'j', {
    w1: { action: 'accept', content: { name: 'Ada' } },
    w2: { action: 'accept', content: { answer: 'yes', comment: 'fine' } },
    w9: { action: 'accept', content: { answer: 'x' } },
  });
  await answerQuestions(callApi, 'j', { w1: { action: 'decline' } });
  assert.deepEqual(
    answers.map((one: any) => one.body),
    [{ answer: { name: 'Ada' } }, { answer: 'yes', comment: 'fine' }],
  );
});

test('an answer that does not fit is refused with the reason; one that came second is none', async () => {
  const given = { w2: { action: 'accept', content: { answer: 'maybe' } } };
  await assert.rejects(answerQuestions(createApi(400).callApi, 'j', given), /It does not fit\./);
  await answerQuestions(createApi(409).callApi, 'j', given);
});

test('a client that cannot be asked is told how to answer', async () => {
  const text = await questionText(createApi().callApi, 'j');
  assert.match(
    text,
    /^The job j asks: Who\? \[wait w1\]; Sure\? \(yes, no\) \[wait w2\]\. Answer with errand_answer_wait/,
  );
});

test('an API that cannot say what is asked is reported, and does not read as "nothing is asked"', async () => {
  const callApi = async (): Promise<Reply> => ({ status: 503, body: { detail: 'The database cannot be reached.' } });
  await assert.rejects(inputRequests(callApi, 'j'), /The database cannot be reached\./);
});
