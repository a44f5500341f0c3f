import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitWords } from '../language/words.ts';
import { checkValue } from '../trust/check-value.ts';
import { isToldText } from './known-text.ts';
import { languages, tongueOf } from './languages.ts';
import { groups } from './thesaurus.ts';

test('every group of the thesaurus has a name, and no phrase is strong and weak in one group', () => {
  assert.ok(groups.length > 100);
  for (const { strong, weak } of groups) {
    assert.ok(strong.length > 0);
    assert.deepEqual(
      strong.filter((phrase) => weak.includes(phrase)),
      [],
      strong[0],
    );
  }
});

test('phrases of the thesaurus are written as words of a text are compared, or they could never match', () => {
  const unreadable = groups
    .flatMap(({ strong, weak }) => [...strong, ...weak])
    .filter((phrase) => phrase === '' || phrase !== splitWords(phrase).join(' '));
  assert.deepEqual(unreadable, []);
});

test('every language has labels for the number, the date, the total and both parties of an invoice', () => {
  assert.equal(languages.length, 13);
  for (const { code, labels, papers, legalForms } of languages) {
    for (const name of ['invoice number', 'invoice date', 'due date', 'total', 'tax amount', 'vendor', 'customer'])
      assert.ok(labels[name], `${code} ${name}`);
    assert.ok(papers !== '' && legalForms !== '', code);
  }
});

test('a known language is told by its small words, and an unknown one is not taken for another', () => {
  const tongues: [string | undefined, string][] = [
    ['eng', 'Thank you for your order. The total amount is due within thirty days of the date of this invoice.'],
    ['deu', 'Wir danken für Ihren Auftrag. Bitte überweisen Sie den Betrag bis zum Ende des Monats auf das Konto.'],
    ['fra', 'Nous vous remercions de votre commande. Le montant est à régler dans un délai de trente jours.'],
    ['pol', 'Dziękujemy za zamówienie. Faktura jest płatna w terminie do końca miesiąca na konto sprzedawcy.'],
    [
      'fin',
      'Kiitos tilauksesta. Lasku on maksettava viimeistään ja jos maksu ei ole saapunut niin lähetämme muistutuksen.',
    ],
    [
      undefined,
      'Köszönjük megrendelését. Kérjük fizesse ki számlánkat harminc napon belül bankszámlánkra átutalással ma.',
    ],
    [undefined, 'Acme 12'],
  ];
  for (const [code, text] of tongues) assert.equal(tongueOf(text)?.code, code, text);
});

test('a text that is too short to tell its language has no known one for what it lacks', () => {
  for (const text of ['Toplam tutar 45 TL', 'Végösszeg 1200 Ft', 'Kiek kainuoja: 30', 'Anna Meyer'])
    assert.equal(isToldText(text), false, text);
  for (const text of ['Total: 12.00', 'The box is empty', 'Rechnungsdatum 3.5.2026', 'Le montant est dû'])
    assert.equal(isToldText(text), true, text);
});

test('a value is not absent from a few words of an unknown language', () => {
  const schema = { properties: { due_date: { type: ['string', 'null'], format: 'date' } } };
  const statusIn = (text: string) => checkValue({ value: { due_date: null }, schema, sources: [{ text }] })[0]!.status;
  assert.equal(statusIn('Végösszeg: 1200 Ft'), 'not_found');
  assert.equal(statusIn('The total is 1200 euros.'), 'absent');
});
