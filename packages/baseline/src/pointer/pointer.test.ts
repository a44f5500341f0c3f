import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { createBaseline } from '../baseline.ts';
import { loadNetwork, type Reading } from './network.ts';
import { createPointer } from './pointer.ts';

const runtime = (await loadNetwork()) === undefined ? 'onnxruntime-node does not exist for this system' : false;

const text =
  'Container MSKU 448120 left Santos on the Bela Vista with 22 tonnes of green coffee. It is due in Antwerp after an 18-day crossing.';
const schema = {
  type: 'object',
  properties: {
    ship: { type: 'string' },
    cargo: { type: 'string', description: 'what is carried' },
    crossing_days: { type: 'integer', description: 'how many days the crossing takes' },
  },
};

test('what the rules leave open in a plain text is read by the network, and marked so', { skip: runtime }, async () => {
  const { fillSchema, checkValue, stop } = createBaseline({ threadsMax: 1 });
  try {
    const value = (await fillSchema(text, { schema })) as Record<string, unknown>;
    assert.deepEqual(value, { ship: 'Bela Vista', cargo: 'green coffee', crossing_days: 18 });
    const marks = await checkValue({ value, schema, sources: [{ text }] });
    for (const { field, ground, confidence } of marks) {
      assert.match(ground, /-(?:pointed|guessed|told)$/, field);
      assert.ok(confidence < 0.99);
    }
    assert.match(marks[0]!.ground, /^text-(?:pointed|guessed)$/);
    assert.match(marks[0]!.note!, /^A small network (?:points at|guesses) it\.$/);
  } finally {
    await stop();
  }
});

test('the network is not asked about long texts, labels, tables, other languages, or if nothing is open', {
  skip: runtime,
}, async () => {
  const { point, stop } = createPointer();
  try {
    const options = { schema, instruction: '' };
    assert.deepEqual(await point(`${text} ${'More of it. '.repeat(60)}`, options), []);
    assert.deepEqual(await point(`| a | b |\n${text}`, options), []);
    assert.deepEqual(await point(`Port: Santos\nBy: sea\n${text}`, options), []);
    const german =
      'Der Richter hat den Vermieter dazu verurteilt, die Heizung der Wohnung für die Mieter zu reparieren und zu zahlen.';
    assert.deepEqual(await point(german, options), []);
    assert.deepEqual(await point(text, { ...options, value: { ship: 'x', cargo: 'y', crossing_days: 1 } }), []);
    assert.notDeepEqual(await point(text, { ...options, value: { ship: 'x' } }), []);
  } finally {
    stop();
  }
});

test('an answer at the end of the longest text is found, and so are more questions than fit at once', {
  skip: runtime,
}, async () => {
  const network = (await loadNetwork())!;
  const filler = 'The weather was mild, and people walked along the river as they do every spring. '.repeat(40);
  const [{ answer: winner }] = (await network.read(
    ['winner : who won the race ; text'],
    `${filler}Ruth Chelimo won the race.`,
  )) as [Reading];
  assert.equal(`${filler}Ruth Chelimo won the race.`.slice(winner!.start, winner!.end), 'Ruth Chelimo');
  const many = Array.from({ length: 40 }, (_, at) => `discount ${at} : reduction of the price ; number`);
  const readings = await network.read([...many, 'ship : name of the ship ; text'], text);
  assert.equal(readings.length, 41);
  assert.equal(text.slice(readings.at(-1)!.answer!.start, readings.at(-1)!.answer!.end), 'Bela Vista');
});

test('if the process of the network is killed, the rules answer alone with a warning, and the next question starts it anew', {
  skip: runtime,
}, async () => {
  const pids: number[] = [];
  const { point, stop } = createPointer({ onStart: (pid) => pids.push(pid) });
  try {
    const options = { schema, instruction: '' };
    const warned = once(process, 'warning');
    const first = point(text, options);
    process.kill(pids[0]!, 'SIGKILL');
    assert.deepEqual(await first, []);
    assert.match(String((await warned)[0]), /the rules answered alone: its process ended with SIGKILL/);
    assert.notDeepEqual(await point(text, options), []);
    assert.equal(pids.length, 2);
  } finally {
    stop();
  }
});

test('a network that does not answer in time is ended', { skip: runtime }, async () => {
  const { point, stop } = createPointer({ answerMs: 1 });
  const warned = once(process, 'warning');
  assert.deepEqual(await point(text, { schema, instruction: '' }), []);
  assert.match(String((await warned)[0]), /it took longer than/);
  stop();
});

test('under load everybody gets the answer of the network, however many wait before', { skip: runtime }, async () => {
  const { point, stop } = createPointer({ answerMs: 5_000, answersKept: 1 });
  try {
    const all = await Promise.all(
      Array.from({ length: 300 }, (_, at) => point(`${text} It is voyage ${at}.`, { schema, instruction: '' })),
    );
    assert.ok(all.every((pointed) => pointed.some((one) => 'words' in one && one.words.endsWith('green coffee'))));
  } finally {
    stop();
  }
});

test('required yes-no fields and doubtful values get a guess that says so, and optional ones stay empty', {
  skip: runtime,
}, async () => {
  const { fillSchema, checkValue, stop } = createBaseline({ threadsMax: 1 });
  const told = 'The lift was out of order the whole time, and I would not come back.';
  const properties = { would_return: { type: 'boolean', description: 'would the guest come back' } };
  try {
    assert.deepEqual(await fillSchema(told, { schema: { type: 'object', properties } }), {});
    const asked = { type: 'object', properties, required: ['would_return'] };
    const value = await fillSchema(told, { schema: asked });
    assert.deepEqual(value, { would_return: false });
    const [judged] = await checkValue({ value, schema: asked, sources: [{ text: told }] });
    assert.deepEqual(
      [judged!.ground, judged!.note],
      ['boolean-pointed', 'A small network that read the text says so.'],
    );
    assert.ok(judged!.confidence <= 0.6);
    // What a failed job had found is checked without its demands.
    const [kept] = await checkValue({ value, schema: { type: 'object', properties }, sources: [{ text: told }] });
    assert.equal(kept!.ground, 'boolean-pointed');
    const questions = { schema: asked, value, sources: [{ text: told }] };
    assert.equal((await checkValue({ ...questions, value: { would_return: true } }))[0]!.ground, 'boolean-judged');
    const doubtful = 'No nuts for Tim please, he swells up.';
    const allergy = { type: 'object', properties: { allergy: { type: 'string' } } };
    assert.deepEqual(await fillSchema(doubtful, { schema: allergy }), {});
    const schema = { ...allergy, required: ['allergy'] };
    const guess = await fillSchema(doubtful, { schema });
    assert.deepEqual(guess, { allergy: 'nuts' });
    const [mark] = await checkValue({ value: guess, schema, sources: [{ text: doubtful }] });
    assert.deepEqual([mark!.ground, mark!.note], ['text-guessed', 'A small network guesses it.']);
    assert.ok(mark!.confidence <= 0.55);
  } finally {
    await stop();
  }
});
