import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';
import { beginDueRuns } from './begin-run.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org({ name: 'Watches' });
const other = await harness.org({ name: 'Other' });
const { system } = harness.database;

const head = 'id,kind,name,aliases,birth_date,country,identifiers,program';
const ivanov = '12,person,Vladimir Ivanov,,1960,RU,,UKRAINE';
const gaddafi = '7734,person,Muammar Gaddafi,Moammar Qaddafi,1942-06-07,Libya,,LIBYA';
const smith = '99,person,John Smith,,,GB,,UK';

let count = 0;
const createList = async (): Promise<string> =>
  (await org.expect(201, 'POST', '/v1/screening-lists/', { name: `List ${++count}` })).id;
const importRows = async (list: string, ...rows: string[]): Promise<any> => {
  const form = new FormData();
  form.set('file', new File([[head, ...rows].join('\n')], 'list.csv'));
  return (await org.request('POST', `/v1/screening-lists/${list}/import/`, form)).body;
};
const createWatch = async (settings: object): Promise<string> =>
  (await org.expect(201, 'POST', '/v1/screening-watches/', { name: `Watch ${++count}`, ...settings })).id;
const put = (watch: string, subjects: object[], more: object = {}): Promise<any> =>
  org.expect(200, 'PUT', `/v1/screening-watches/${watch}/subjects/`, { subjects, ...more });
const runs = async (watch: string): Promise<any[]> =>
  (await org.expect(200, 'GET', `/v1/screening-watches/${watch}/runs/`)).results;
/** Waits until nothing is left to compare, and gives the latest run. */
const settled = async (watch: string, least = 1): Promise<any> => {
  await until(async () => {
    const found = await runs(watch);
    return found.length >= least && found.every(({ state }) => state !== 'running');
  }, 'the runs of the watch');
  return (await runs(watch))[0];
};
const matches = async (watch: string, query = ''): Promise<any[]> =>
  (await org.expect(200, 'GET', `/v1/screening-matches/?watch=${watch}&ordering=-score${query}`)).results;
const found = ({ new: fresh, changed, gone }: any): number[] => [fresh, changed, gone];
const vladimir = { id: 'c-1', name: 'Владимир Иванов' };
const jane = { id: 'c-2', name: 'Jane Roe' };
const qaddafi = { id: 'c-3', name: 'Qaddafi, Moamar', birth_date: '1942' };

test('a new version of a list compares only its changes, and says what is new, changed and gone', async () => {
  const list = await createList();
  await importRows(list, ivanov, smith);
  const watch = await createWatch({ lists: [list] });
  assert.deepEqual(await put(watch, [vladimir, jane, qaddafi]), {
    ...{ added: 3, changed: 0, unchanged: 0, removed: 0, subject_count: 3 },
  });
  const first = await settled(watch);
  assert.deepEqual([first.reason, first.subjects_compared, ...found(first)], ['subjects', 3, 1, 0, 0]);
  const [match] = await matches(watch);
  assert.deepEqual([match.subject_id, match.entry.id, match.change, match.state], ['c-1', '12', 'new', 'open']);

  await importRows(list, ivanov, smith, gaddafi);
  const second = await settled(watch, 2);
  assert.deepEqual([second.reason, second.subjects_compared, ...found(second)], ['list', 0, 1, 0, 0]);
  assert.deepEqual(second.lists, [{ list_id: list, from_version: 1, to_version: 2, entries: 1, removed: 0 }]);

  await importRows(list, `${ivanov} 2`, smith);
  const third = await settled(watch, 3);
  assert.deepEqual([third.subjects_compared, ...found(third)], [0, 0, 1, 1]);
  assert.deepEqual(third.lists, [{ list_id: list, from_version: 2, to_version: 3, entries: 1, removed: 1 }]);
  assert.deepEqual(
    (await matches(watch, '&state=all')).map(({ subject_id, state, change }) => [subject_id, state, change]).sort(),
    [
      ['c-1', 'open', 'changed'],
      ['c-3', 'gone', 'gone'],
    ],
  );
  const changed = await org.expect(200, 'GET', `/v1/screening-matches/${match.id}/`);
  assert.deepEqual(
    changed.history.map(({ change, list_version }: any) => [change, list_version]),
    [
      ['changed', 3],
      ['new', 1],
    ],
  );
});

test('only subjects that changed are compared again, and what left matches no longer', async () => {
  const list = await createList();
  await importRows(list, ivanov, gaddafi);
  const watch = await createWatch({ lists: [list] });
  await put(watch, [vladimir, jane, qaddafi]);
  await settled(watch);
  assert.deepEqual(await put(watch, [vladimir, { ...jane, name: 'Muammar Gaddafi' }], { remove: ['c-3'] }), {
    ...{ added: 0, changed: 1, unchanged: 1, removed: 1, subject_count: 2 },
  });
  const run = await settled(watch, 2);
  assert.deepEqual([run.subjects_compared, ...found(run)], [1, 1, 0, 1]);
  const same = await put(watch, [vladimir]);
  assert.equal(same.unchanged, 1);
  assert.equal((await runs(watch)).length, 2, 'nothing changed, so nothing runs');
  await put(watch, [vladimir], { replace: true });
  assert.deepEqual(found(await settled(watch, 3)), [0, 0, 1]);
});

test('a run from scratch finds what the runs of changes found, and writes nothing', async () => {
  const list = await createList();
  const watch = await createWatch({ lists: [list], threshold: 0.7 });
  await put(watch, [vladimir, qaddafi]);
  await settled(watch);
  await importRows(list, ivanov);
  await settled(watch, 2);
  await put(watch, [{ id: 'c-9', name: 'Vladimir Ivanoff' }]);
  await settled(watch, 3);
  await importRows(list, ivanov, gaddafi, smith);
  await settled(watch, 4);
  await importRows(list, gaddafi, '13,person,Wladimir Iwanow,,,,,');
  await settled(watch, 5);
  const before = await matches(watch, '&state=all');
  assert.ok(before.length >= 4);
  await org.expect(201, 'POST', `/v1/screening-watches/${watch}/runs/`, { full: true });
  const run = await settled(watch, 6);
  assert.deepEqual([run.full, run.subjects_compared, ...found(run)], [true, 3, 0, 0, 0]);
  assert.deepEqual(await matches(watch, '&state=all'), before);
});

test('a false positive stays silent until either side changes', async () => {
  const list = await createList();
  const queue = await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Sanctions' });
  const watch = await createWatch({ lists: [list], queue_id: queue.id });
  await put(watch, [vladimir]);
  await settled(watch);
  await importRows(list, ivanov);
  const first = await settled(watch, 2);
  assert.deepEqual([first.new, first.alerts_created], [1, 1]);
  const [match] = await matches(watch);
  assert.ok(match.case_id);
  const alert = (await org.expect(200, 'GET', `/v1/cases/${match.case_id}/`)).alerts[0];
  assert.deepEqual([alert.rule, alert.data.screening.entry.id], ['screening: new match', '12']);
  await org.expect(200, 'PUT', '/v1/screening/decisions/', {
    ...{ subject_key: match.subject_key, list_id: list, entry_id: '12' },
    ...{ decision: 'false_positive', reason: 'A baker.' },
  });
  assert.deepEqual([(await matches(watch)).length, (await matches(watch, '&state=suppressed')).length], [0, 1]);
  // Another country makes no other subject: the decision holds.
  await put(watch, [{ ...vladimir, country: 'BG' }]);
  const second = await settled(watch, 3);
  assert.deepEqual([second.changed, second.suppressed, second.alerts_created], [1, 1, 0]);
  await importRows(list, `${ivanov} 2`);
  const third = await settled(watch, 4);
  assert.deepEqual([third.changed, third.suppressed, third.alerts_created], [1, 0, 1], 'the entry changed');
  assert.equal((await matches(watch)).length, 1);
});

test('a run that is interrupted begins again and tells nothing twice', async () => {
  const list = await createList();
  await importRows(list, ivanov, gaddafi);
  const queue = await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Twice' });
  const watch = await createWatch({ lists: [list], queue_id: queue.id });
  await put(watch, [vladimir, qaddafi]);
  const run = await settled(watch);
  assert.equal(run.alerts_created, 2);
  // As if the process had died after its last alert: the run is open, and nothing is marked.
  await system.run('update screening_runs set finished_at = null where id = $1', [run.id]);
  await system.run(`update screening_watches set screened = '{}' where id = $1`, [watch]);
  const again = await settled(watch);
  assert.deepEqual([again.id, again.alerts_created, ...found(again)], [run.id, 2, 2, 0, 0]);
  assert.equal((await org.expect(200, 'GET', `/v1/case-alerts/?queue=${queue.id}`)).count, 2);
});

test('what a failed run did not tell is told by the next one', async () => {
  const list = await createList();
  await importRows(list, ivanov);
  const queue = await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Late' });
  const watch = await createWatch({ lists: [list] });
  await put(watch, [vladimir]);
  const run = await settled(watch);
  // As if its alerts could not be sent.
  await system.run(`update screening_runs set problem = 'It failed.' where id = $1`, [run.id]);
  await org.expect(200, 'PATCH', `/v1/screening-watches/${watch}/`, { queue_id: queue.id });
  await org.expect(201, 'POST', `/v1/screening-watches/${watch}/runs/`, {});
  const next = await settled(watch, 2);
  assert.deepEqual([...found(next), next.alerts_created], [0, 0, 0, 1]);
});

test('alerts are sent with the right that whoever set the watch up has now, and nothing is lost meanwhile', async () => {
  const list = await createList();
  const queue = await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Rights' });
  const [leaver, demoted] = [await createPerson(harness, org, 'admin'), await createPerson(harness, org, 'admin')];
  const set = { name: 'Of a person', lists: [list], queue_id: queue.id };
  const { id: watch } = await leaver.expect(201, 'POST', '/v1/screening-watches/', set);
  await put(watch, [vladimir]);
  await settled(watch);
  await org.expect(204, 'DELETE', `/v1/organizations/${org.orgId}/members/${leaver.userId}/`);
  await importRows(list, ivanov);
  const left = await settled(watch, 2);
  assert.deepEqual([left.state, left.alerts_created, ...found(left)], ['failed', 0, 1, 0, 0]);
  assert.match(left.problem, new RegExp(`right of ${leaver.email}, who set it up and has no access`));

  await demoted.expect(200, 'PATCH', `/v1/screening-watches/${watch}/`, { name: 'Of another' });
  await org.expect(200, 'PATCH', `/v1/organizations/${org.orgId}/members/${demoted.userId}/`, { role: 'viewer' });
  const again = () => org.expect(201, 'POST', `/v1/screening-watches/${watch}/runs/`, {});
  await again();
  assert.match((await settled(watch, 3)).problem, /now has the role viewer\. An administrator has to set it again/);

  await org.expect(200, 'PATCH', `/v1/screening-watches/${watch}/`, { name: 'Of the organization' });
  await again();
  const sent = await settled(watch, 4);
  assert.deepEqual([sent.state, sent.problem, sent.alerts_created], ['done', null, 1]);
});

test('a watch reads its subjects from a table at its time, and only rows that changed count', async () => {
  const list = await createList();
  await importRows(list, ivanov);
  const sql = (query: string) => org.expect(200, 'POST', '/v1/database/query/', { query, use_admin: true });
  await sql(
    `CREATE TABLE customers AS SELECT * FROM (VALUES (1, 'Vladimir Ivanov', '1960-01-02'), (2, 'Jane Roe', NULL), (2, 'Jane A.', '1970-01-01')) t(no, who, born)`,
  );
  const source = { table: 'customers', columns: { id: 'no', name: 'who', birth_date: 'born' } };
  const watch = await createWatch({ lists: [list], source, every_hours: 24 });
  const first = await settled(watch);
  assert.deepEqual([first.subjects_compared, first.new], [2, 1]);
  await org.expect(409, 'PUT', `/v1/screening-watches/${watch}/subjects/`, { subjects: [vladimir] });
  await sql(
    `CREATE OR REPLACE TABLE customers AS SELECT * FROM (VALUES (2, 'Jane Roe', NULL), (3, 'V. Ivanov', NULL)) t(no, who, born)`,
  );
  await system.run('update screening_watches set next_run_at = now() where id = $1', [watch]);
  await beginDueRuns(harness.database, () => undefined);
  const second = await settled(watch, 2);
  assert.deepEqual([second.reason, second.subjects_compared, second.gone], ['schedule', 1, 1]);
  const { next_run_at: next, subject_count: subjects } = await org.expect(
    200,
    'GET',
    `/v1/screening-watches/${watch}/`,
  );
  assert.ok(Date.parse(next) > Date.now() + 23 * 3_600_000);
  assert.equal(subjects, 2);
  await sql('DROP TABLE customers');
  await org.expect(201, 'POST', `/v1/screening-watches/${watch}/runs/`, {});
  const failed = await settled(watch, 3);
  assert.equal(failed.state, 'failed');
  assert.match(failed.problem, /customers/);
});

test('another threshold compares everything again', async () => {
  const list = await createList();
  await importRows(list, ivanov);
  const watch = await createWatch({ lists: [list], threshold: 0.99 });
  await put(watch, [{ id: 'x', name: 'Vladimir Ivanof' }]);
  assert.equal((await settled(watch)).new, 0);
  await org.expect(200, 'PATCH', `/v1/screening-watches/${watch}/`, { threshold: 0.7 });
  const run = await settled(watch, 2);
  assert.deepEqual([run.reason, run.new], ['settings', 1]);
});

test('SQL has the matches, and other organizations see none of it', async () => {
  const list = await createList();
  await importRows(list, ivanov);
  const watch = await createWatch({ lists: [list] });
  await put(watch, [vladimir]);
  await settled(watch);
  const query = `SELECT subject_id, entry_id, state, change, list FROM errand.screening_matches WHERE watch_id = '${watch}'`;
  const answer = await org.expect(200, 'POST', '/v1/database/query/', { query });
  assert.match(JSON.stringify(answer), /c-1/);
  const [match] = await matches(watch);
  for (const path of [`screening-watches/${watch}`, `screening-matches/${match.id}`, `screening-runs/${match.run_id}`])
    await other.expect(404, 'GET', `/v1/${path}/`);
  assert.equal((await other.expect(200, 'GET', '/v1/screening-matches/?state=all')).count, 0);
});

test('settings that name nothing are refused, and each role does what it may', async () => {
  const none = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
  for (const given of [
    { lists: [none] },
    { queue_id: none },
    { threshold: 0.1 },
    { source: { table: 'no_such', columns: { id: 'a', name: 'b' } } },
  ])
    await org.expect(400, 'POST', '/v1/screening-watches/', { name: 'x', ...given });
  const watch = await createWatch({});
  const twice = [vladimir, vladimir];
  await org.expect(400, 'PUT', `/v1/screening-watches/${watch}/subjects/`, { subjects: twice });
  const analyst = await createPerson(harness, org, 'analyst');
  await analyst.expect(403, 'POST', '/v1/screening-watches/', { name: 'x' });
  await analyst.expect(200, 'PUT', `/v1/screening-watches/${watch}/subjects/`, { subjects: [vladimir] });
  const viewer = await createPerson(harness, org, 'viewer');
  await viewer.expect(403, 'PUT', `/v1/screening-watches/${watch}/subjects/`, { subjects: [] });
  await viewer.expect(200, 'GET', '/v1/screening-matches/');
});
