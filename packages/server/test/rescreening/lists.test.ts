import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startHarness, stopAtEnd, until } from '../harness.ts';

// The lists of OFAC and the UN as they were published, screened again: an earlier state without some entries and with others
// written otherwise, then the real one. Only the difference is compared, and a run from scratch finds nothing else.

const folder = join(process.env.ERRAND_CORPORA ?? '', 'lists');
const skip = existsSync(join(folder, 'ofac-sdn.csv'))
  ? false
  : 'ERRAND_CORPORA names no folder with lists/ofac-sdn.csv';
const LEFT_OUT = 37;
const WRITTEN_OTHERWISE = 53;

test('lists of OFAC and the UN are screened again by their difference, and from scratch nothing else is found', {
  skip,
  timeout: 14 * 60_000,
}, async (t) => {
  const [sdn, aliases, addresses, un] = await Promise.all(
    ['ofac-sdn.csv', 'ofac-alt.csv', 'ofac-add.csv', 'un-consolidated.xml'].map((name) =>
      readFile(join(folder, name), 'utf8'),
    ),
  );
  const harness = stopAtEnd(await startHarness());
  const org = await harness.org({ name: 'Lists' });
  const create = async (name: string): Promise<string> =>
    (await org.expect(201, 'POST', '/v1/screening-lists/', { name })).id;
  const [ofac, nations] = [await create('OFAC'), await create('UN')];
  const importFile = async (list: string, files: Record<string, string>, format: string): Promise<any> => {
    const form = new FormData();
    for (const [name, content] of Object.entries(files)) form.set(name, new File([content], name));
    form.set('format', format);
    return (await org.request('POST', `/v1/screening-lists/${list}/import/`, form)).body;
  };
  const earlier = sdn!
    .split('\n')
    .filter((_, at) => at % LEFT_OUT !== 0)
    .map((line, at) => (at % WRITTEN_OTHERWISE === 0 ? line.replace(/"individual"/, '-0- ') : line))
    .join('\n');
  const persons = un!.split('<INDIVIDUAL>');
  const earlierUn = persons
    .filter((_, at) => at === 0 || at === persons.length - 1 || at % LEFT_OUT !== 0)
    .join('<INDIVIDUAL>');
  const first = await importFile(ofac, { file: earlier, aliases: aliases!, addresses: addresses! }, 'ofac');
  await importFile(nations, { file: earlierUn }, 'un');

  // Customers: people and companies of the lists, some by another name of theirs, and as many who are on none.
  const rows = sdn!.split('\n').flatMap((line) => /^(\d+),"([^"]+)",(-0- |"[^"]*")/.exec(line)?.slice(1, 4) ?? []);
  const listed = Array.from({ length: rows.length / 3 }, (_, at) => rows.slice(at * 3, at * 3 + 3));
  const subjects = listed
    .filter((_, at) => at % 19 === 0)
    .map(([id, name, kind]) => ({ id: `o-${id}`, name: name!, kind: kind === '"individual"' ? 'person' : 'company' }));
  const strangers = subjects.map(({ id }, at) => ({
    id: `s-${id}`,
    name: `Customer ${at} Quellenhof`,
    kind: 'person',
  }));
  const { id: watch } = await org.expect(201, 'POST', '/v1/screening-watches/', { name: 'Customers', threshold: 0.85 });
  await org.expect(200, 'PUT', `/v1/screening-watches/${watch}/subjects/`, { subjects: [...subjects, ...strangers] });
  const settled = async (count: number): Promise<any> => {
    const read = async () => (await org.expect(200, 'GET', `/v1/screening-watches/${watch}/runs/`)).results;
    await until(
      async () => (await read()).length >= count && (await read()).every(({ state }: any) => state !== 'running'),
      'the runs',
      10 * 60_000,
    );
    return (await read())[0];
  };
  const begun = await settled(1);
  assert.ok(begun.new >= subjects.length * 0.9, `${begun.new} matches of ${subjects.length} listed customers`);

  const second = await importFile(ofac, { file: sdn!, aliases: aliases!, addresses: addresses! }, 'ofac');
  const changed = await settled(2);
  assert.ok(second.added > 100 && second.entry_count > first.entry_count);
  assert.deepEqual(changed.lists, [
    { list_id: ofac, from_version: 1, to_version: 2, entries: second.added + second.changed, removed: second.removed },
  ]);
  assert.equal(changed.subjects_compared, 0);
  const version = await importFile(nations, { file: un! }, 'un');
  const nationsRun = await settled(3);
  assert.equal(nationsRun.lists[0].entries, version.added + version.changed);
  const written = await harness.database.system.query<{ runs: string; count: number }>(
    'select run_id::text as runs, count(*)::int as count from screening_matches group by 1',
  );
  const of = (id: string): number => written.find(({ runs }) => runs === id)?.count ?? 0;
  assert.equal(
    of(nationsRun.id),
    nationsRun.new + nationsRun.changed + nationsRun.gone,
    'only these rows were written',
  );

  await org.expect(201, 'POST', `/v1/screening-watches/${watch}/runs/`, { full: true });
  const whole = await settled(4);
  assert.deepEqual([whole.new, whole.changed, whole.gone], [0, 0, 0]);
  t.diagnostic(
    `${first.entry_count} + ${version.entry_count} entries, ${subjects.length * 2} subjects: ${begun.pairs_compared} pairs at first, ` +
      `${changed.pairs_compared} for ${second.added} added and ${second.changed} changed entries of OFAC ` +
      `(${changed.new} new, ${changed.changed} changed), ${whole.pairs_compared} from scratch`,
  );
});
