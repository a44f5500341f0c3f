import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentBounds, JsonError, parseUntrustedJson } from './json.ts';
import { parseInSlices } from './sliced-json.ts';

// Whatever a large text is, slices give what parsing it at once gives, and refuse what it refuses.

const sliced = (text: string) => parseInSlices(text, contentBounds());

async function checkSame(text: string, what: string): Promise<void> {
  let expected: unknown;
  try {
    expected = parseUntrustedJson(text);
  } catch (error) {
    assert.ok(error instanceof JsonError);
    await assert.rejects(sliced(text), JsonError, what);
    return;
  }
  const found = await sliced(text);
  assert.deepEqual(found, expected, what);
  assert.equal(JSON.stringify(found), JSON.stringify(expected), what);
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: at,
    5: 'an index',
    name: `row "${at}" \\ é 😀`,
    more: { tags: [at, null, true] },
  }));
const long = (part: string, length = 40_000): string => part.repeat(Math.ceil(length / part.length));
/** Enough of it that no text is short. */
const filler = JSON.stringify(rows(500));

const texts: Record<string, string> = {
  'rows of a batch': JSON.stringify({ inputs: rows(1_000), metadata: { case: 1 } }),
  'rows, written with spaces': JSON.stringify({ inputs: rows(600) }, null, 2),
  'many members': JSON.stringify(Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`m${at}`, at]))),
  'names that are indexes, after others': `{"b": ${filler}, "7": ${filler}, "a": 1, "3": ${filler}, "0": 2}`,
  'a name twice, first short, then long': `{"a": 1, "b": 2, "a": ${filler}, "b": ${filler}, "b": 3}`,
  'long lists in lists': `[[${filler}, [${filler}]], ${filler}, []]`,
  'a long text': JSON.stringify({ text: long('plain text, ', 600_000), after: rows(2) }),
  'a long text of escapes': JSON.stringify({ text: long('"\\\n\u0007é😀', 300_000) }),
  'pairs of escapes': `{"text": "${long('\\ud83d\\ude00', 600_000)}", "x": "${long('\\\\', 600_001)}"}`,
  'a long name': `{"${long('name')}": 1, "b": ${filler}, "${long('\\u0041')}": ${filler}}`,
  'digits that a double has not': `[${filler}, 9007199254740993, ${long('123456789012345678901, ')}1]`,
  'much white space': `${long(' \n')}{${long('\t')}"a"${long(' ')}:${long('\r')}${filler}${long(' ')},"b":${long(' ')}1${long(' ')}}${long(' ')}`,
  'only white space in a list': `[${long(' ', 80_000)}]`,
  'a long text alone': JSON.stringify(long('x', 90_000)),
  'a long number alone': `${long(' ', 70_000)}12`,
};

for (const [what, text] of Object.entries(texts))
  test(`${what}: as at once, also with any one character removed, doubled or replaced at the seams`, async () => {
    await checkSame(text, what);
    assert.notEqual(await sliced(text).catch(() => undefined), undefined, `${what} is accepted`);
    for (const place of seamsOf(text)) {
      for (const changed of [
        text.slice(0, place) + text.slice(place + 1),
        text.slice(0, place) + text[place] + text.slice(place),
        `${text.slice(0, place)},${text.slice(place + 1)}`,
        `${text.slice(0, place)}]${text.slice(place + 1)}`,
        text.slice(0, place),
      ])
        await checkSame(changed, `${what}, changed at ${place}`);
    }
  });

/** Places where something begins or ends, spread over the text. */
function seamsOf(text: string): number[] {
  const seams = [...text.matchAll(/[[\]{}:,"]/g)].map(({ index }) => index);
  const step = Math.max(1, Math.floor(seams.length / 3));
  return [0, text.length - 1, ...seams.filter((_, at) => at % step === 0), ...seams.slice(0, 2), ...seams.slice(-2)];
}

test('what cannot be stored is refused, wherever it stands', async () => {
  for (const bad of [
    '"\\u0000"',
    '"\\ud800"',
    '1e999',
    '{"__proto__": 1}',
    '9'.repeat(1_001),
    `"${long('x')}\\u0000"`,
  ]) {
    for (const text of [`[${filler}, ${bad}]`, `{"a": ${filler}, "b": ${bad}, "c": ${filler}}`])
      await assert.rejects(sliced(text), JsonError, bad.slice(0, 30));
  }
  await assert.rejects(sliced(`{"a": 1, "__proto__": ${filler}}`), JsonError);
});

test('limits hold: depth, members, names, containers and values', async () => {
  const bounds = { members: 100, names: 10, containers: 200, values: 1_000 };
  const texts = {
    'levels deep': `${'['.repeat(101)}${']'.repeat(101)}${long(' ', 70_000)}`,
    members: `[${'{"a":1},'.repeat(99)}{"a":1,"b":2}]`,
    'different member names': JSON.stringify(Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`m${at}`, at]))),
    'objects and lists': `[${'[],'.repeat(200)}1]`,
    values: `[${'1,'.repeat(1_001)}1]`,
  };
  for (const [what, text] of Object.entries(texts))
    await assert.rejects(parseInSlices(text, bounds), new RegExp(`more than \\d+ ${what}`), what);
});

test('others get their turn while a large text is parsed', async () => {
  const text = JSON.stringify(Array.from({ length: 60 }, () => rows(500)));
  let turns = 0;
  let going = true;
  const count = () => {
    turns += 1;
    if (going) setImmediate(count);
  };
  setImmediate(count);
  await parseInSlices(text, contentBounds());
  going = false;
  assert.ok(turns > 5, `${turns} turns`);
});
