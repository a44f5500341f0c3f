import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHarness, stopAtEnd } from '../../test/harness.ts';

const harness = await startHarness();
stopAtEnd(harness);
const org = await harness.org({ name: 'Screening' });
const other = await harness.org({ name: 'Other' });

const head = 'id,kind,name,aliases,birth_date,country,identifiers,program';
const gaddafi =
  "7734,person,Muammar Gaddafi,Moammar Qaddafi;Mu'ammar al-Qadhafi,1942-06-07,Libya,passport=A 123-4567,LIBYA";
const ivanov = '12,person,Vladimir Ivanov,,1960,RU,,UKRAINE';
const gazstroy = '13,company,Open Joint Stock Company Gazstroy,,,RU,,UKRAINE';

async function createList(name: string): Promise<string> {
  const answer = await org.request('POST', '/v1/screening-lists/', { name });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.id;
}

function importFile(id: string, content: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.set('file', new File([content], 'list.csv'));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return org.request('POST', `/v1/screening-lists/${id}/import/`, form);
}

async function screen(body: object, by = org) {
  const answer = await by.request('POST', '/v1/screening/', body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.results;
}

test('a name finds its entry across spellings, and each part of the score is explained', async () => {
  const list = await createList('Own');
  assert.equal((await importFile(list, [head, gaddafi, ivanov, gazstroy].join('\n'))).status, 201);
  const [result] = await screen({
    names: [{ name: 'Qaddafi, Moamar', birth_date: '1942', country: 'LY' }],
    lists: [list],
  });
  const [match] = result.matches;
  assert.equal(match.entry.id, '7734');
  assert.equal(match.entry.list_version, 1);
  assert.ok(match.score >= 0.9);
  assert.deepEqual(match.parts.map((part: { what: string }) => part.what).slice(-2), ['date of birth', 'country']);
  const [cyrillic, company, stranger] = await screen({
    names: [{ name: 'Владимир Иванов' }, { name: 'ОАО Газстрой', kind: 'company' }, { name: 'Jane Roe' }],
    lists: [list],
  });
  assert.equal(cyrillic.matches[0].entry.id, '12');
  assert.equal(company.matches[0].entry.id, '13');
  assert.deepEqual(stranger.matches, []);
});

test('another date of birth speaks against a match, and the same identifier decides', async () => {
  const list = await createList('Dates');
  await importFile(list, [head, gaddafi].join('\n'));
  const [younger, known] = await screen({
    names: [
      { name: 'Muammar Gaddafi', birth_date: '1990-01-01' },
      { name: 'Somebody Else', identifiers: { passport: 'a1234567' } },
    ],
    lists: [list],
  });
  assert.deepEqual(younger.matches, []);
  assert.equal(known.matches[0].score, 1);
});

test('a version writes only what changed, and a file like the last one makes none', async () => {
  const list = await createList('Versions');
  const first = await importFile(list, [head, gaddafi, ivanov].join('\n'));
  assert.deepEqual([first.body.added, first.body.changed, first.body.removed], [2, 0, 0]);
  const same = await importFile(list, [head, ivanov, gaddafi].join('\n'));
  assert.deepEqual([same.status, same.body.number], [200, 1]);
  const second = await importFile(list, [head, `${ivanov}X`, gazstroy].join('\n'));
  assert.deepEqual([second.body.number, second.body.added, second.body.changed, second.body.removed], [2, 1, 1, 1]);
  const { body } = await org.request('GET', `/v1/screening-lists/${list}/versions/`);
  assert.deepEqual(
    body.results.map((one: { number: number }) => one.number),
    [2, 1],
  );
  const [removed] = await screen({ names: [{ name: 'Muammar Gaddafi' }], lists: [list] });
  assert.deepEqual(removed.matches, []);
});

test('a false positive is left out and counted until the entry or the date of birth changes', async () => {
  const list = await createList('Decisions');
  await importFile(list, [head, ivanov].join('\n'));
  const names = [{ name: 'Vladimir Ivanov' }];
  const [before] = await screen({ names, lists: [list] });
  const decision = {
    subject_key: before.subject_key,
    list_id: list,
    entry_id: '12',
    decision: 'false_positive',
    reason: 'A baker in Sofia.',
  };
  assert.equal((await org.request('PUT', '/v1/screening/decisions/', decision)).status, 200);
  const [after] = await screen({ names, lists: [list] });
  assert.deepEqual([after.matches.length, after.suppressed], [0, 1]);
  const [dated] = await screen({ names: [{ name: 'Vladimir Ivanov', birth_date: '1960' }], lists: [list] });
  assert.deepEqual([dated.matches.length, dated.suppressed], [1, 0]);
  await importFile(list, [head, `${ivanov} 2`].join('\n'));
  const [changed] = await screen({ names, lists: [list] });
  assert.deepEqual([changed.matches.length, changed.suppressed], [1, 0]);
  const { body } = await org.request('GET', '/v1/screening/decisions/');
  assert.equal(body.results[0].holds, false);
});

test('a file that is no list is refused with its line, and nothing is written', async () => {
  const list = await createList('Broken');
  for (const [content, fields, problem] of [
    ['id,name\n1,Jane\n1,John', {}, /twice/],
    ['id,kind,name\n1,robot,R2', {}, /Line 2: kind/],
    ['id,name,birth_date\n1,Jane,07.06.1942', {}, /Line 2: birth_date must be like 1942-06-07/],
    ['name\nJane', {}, /Lacks the columns id/],
    ['id,name,shoe\n1,Jane,44', {}, /unknown columns: shoe/],
    [head, {}, /no entries/],
    ['<html></html>', { format: 'un' }, /CONSOLIDATED_LIST/],
    ['<html></html>', { format: 'eu' }, /sanctionEntity/],
    ['a,b', { format: 'ofac' }, /not sdn.csv/],
    ['x', { format: 'pdf' }, /csv, ofac, un or eu/],
  ] as const) {
    const answer = await importFile(list, content, fields);
    assert.equal(answer.status, 400, content);
    assert.match(answer.text, problem);
  }
  assert.equal((await org.request('GET', `/v1/screening-lists/${list}/`)).body.version, 0);
});

test('lists of OFAC and the UN are read with aliases, dates of birth and countries', async () => {
  const ofac = await createList('OFAC');
  const sdn =
    '306,"BANCO NORTE DE CUBA",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \n2674,"ABBAS, Abu","individual","SDNT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 10 Dec 1948; nationality Iraq; Passport A7778889."\n\u001a';
  const aliases = '2674,1,"aka","ZAYDAN, Muhammad",-0- \n';
  assert.equal((await importFile(ofac, sdn, { format: 'ofac', aliases })).body.entry_count, 2);
  const [zaydan] = await screen({ names: [{ name: 'Mohammed Zaydan', birth_date: '1948-12-10' }], lists: [ofac] });
  assert.deepEqual(zaydan.matches[0].entry.birth_dates, ['1948-12-10']);
  assert.deepEqual(zaydan.matches[0].entry.countries, ['Iraq']);
  const un = await createList('UN');
  const xml = `<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>ERIC</FIRST_NAME>
    <SECOND_NAME>BADEGE</SECOND_NAME><UN_LIST_TYPE>DRC</UN_LIST_TYPE><NATIONALITY><VALUE>Congo</VALUE></NATIONALITY>
    <INDIVIDUAL_DATE_OF_BIRTH><YEAR>1971</YEAR></INDIVIDUAL_DATE_OF_BIRTH></INDIVIDUAL></INDIVIDUALS>
    <ENTITIES><ENTITY><DATAID>2</DATAID><FIRST_NAME>Butembo Airlines</FIRST_NAME></ENTITY></ENTITIES></CONSOLIDATED_LIST>`;
  assert.equal((await importFile(un, xml, { format: 'un' })).body.entry_count, 2);
  const [badege] = await screen({ names: [{ name: 'Badege Erik' }], lists: [un] });
  assert.equal(badege.matches[0].entry.program, 'DRC');
});

test('another organization neither sees the lists nor finds their entries', async () => {
  const list = await createList('Private');
  await importFile(list, [head, gaddafi].join('\n'));
  assert.deepEqual((await screen({ names: [{ name: 'Muammar Gaddafi' }] }, other))[0].matches, []);
  assert.equal((await other.request('POST', '/v1/screening/', { names: [{ name: 'x' }], lists: [list] })).status, 400);
});
