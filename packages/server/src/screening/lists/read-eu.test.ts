import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEu } from './read-eu.ts';

test('strong names come first; dates of birth may be years, documents are identifiers, an unknown country is none', () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
    <export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-01-01T00:00:00.000+01:00">
      <sanctionEntity euReferenceNumber="EU.1.1" logicalId="13">
        <regulation programme="ABC" numberTitle="1/2003"><publicationUrl>https://example.com</publicationUrl></regulation>
        <subjectType code="person" classificationCode="P"/>
        <nameAlias wholeName="Abu Roe" strong="false"/>
        <nameAlias firstName="Jane" middleName="" lastName="Roe" wholeName="Jane Roe" strong="true"><regulationSummary/></nameAlias>
        <citizenship countryIso2Code="IQ" countryDescription="IRAQ"/><citizenship countryDescription="UNKNOWN"/>
        <birthdate birthdate="1937-04-28" year="1937"/><birthdate year="1938"/>
        <identification number="A7 778" identificationTypeCode="passport"/>
      </sanctionEntity>
      <sanctionEntity euReferenceNumber="" logicalId="14"><subjectType code="enterprise"/>
        <nameAlias wholeName="Roe &amp; Sons" strong="true"/><address countryDescription="BELGIUM"/></sanctionEntity>
    </export>`;
  const [jane, sons] = readEu({ file: Buffer.from(xml) });
  assert.deepEqual(jane, {
    id: 'EU.1.1',
    kind: 'person',
    name: 'Jane Roe',
    aliases: ['Abu Roe'],
    birth_dates: ['1937-04-28', '1938'],
    countries: ['IRAQ'],
    identifiers: { passport: ['A7 778'] },
    program: 'ABC',
  });
  assert.deepEqual([sons!.id, sons!.name, sons!.countries], ['14', 'Roe & Sons', ['BELGIUM']]);
});

test('another file is no list of the EU', () => {
  assert.throws(() => readEu({ file: Buffer.from('<html></html>') }), /sanctionEntity/);
});
