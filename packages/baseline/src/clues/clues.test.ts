import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSchema } from '../schema/schema.ts';
import { openDocument } from '../text/document.ts';
import { findClues } from './find-clues.ts';

const clue = (text: string, name: string, type = 'string'): unknown => {
  const [field] = readSchema({ type: 'object', properties: { [name]: { type } } }, '').properties!;
  return findClues(field!, openDocument(text))[0]?.value;
};

test('a title has the number and the date of its document, in any known language', () => {
  const titles: [string, string, string | undefined][] = [
    ['Handelsrechnung (380) Nr. 471102 vom 05.03.2018', '471102', '2018-03-05'],
    ['Rechnung # RE-2015/504 von 08.10.2015', 'RE-2015/504', '2015-10-08'],
    ['Facture FA-2017-0009', 'FA-2017-0009', undefined],
    ['Faktura nr 12/2024 z dnia 3 maja 2024', '12/2024', '2024-05-03'],
    ['Rechnungskor rektur Nr. RK21012345 vom 16.09.2018', 'RK21012345', '2018-09-16'],
  ];
  for (const [title, number, date] of titles) {
    assert.equal(clue(`Acme\n\n${title}\n\nText`, 'invoice_number'), number, title);
    assert.equal(clue(`Acme\n\n${title}\n\nText`, 'invoice_date'), date, title);
  }
  assert.equal(
    clue('The invoice 77 that you sent us last week was paid at once, invoice 78 was not', 'invoice_number'),
    undefined,
    'two invoices compete',
  );
});

test('the party under a heading is the name and not the label below it', () => {
  const text =
    'Verkäufer:\nNummer : 12345676\nRohstoff AG\nMarktstr. 153\n\nKäufer:\nNummer : 75969813\nMetallbau GmbH';
  assert.equal(clue(text, 'seller'), 'Rohstoff AG');
  assert.equal(clue(text, 'customer'), 'Metallbau GmbH');
});

test('the sender stands in the letterhead, and whom the bill goes to is not the sender', () => {
  const text =
    'Bill to:\nNorth Shop Ltd\nMain Street 4\n\nHarbour Supplies GmbH · Kai 3 · 20457 Hamburg\nVAT ID DE136695976';
  assert.equal(clue(text, 'vendor'), 'Harbour Supplies GmbH');
});

test('three sums that work out are net, tax and total, without a label', () => {
  const text = 'Sums 100,00 19,00 119,00\n19 %';
  assert.deepEqual([clue(text, 'total', 'number'), clue(text, 'tax_amount', 'number')], [119, 19]);
  assert.equal(clue('Sums 100,00 18,00 119,00\n19 %', 'total', 'number'), undefined);
});

test('what was given less the change is the total of a receipt', () => {
  assert.equal(clue('Goods 72.74\nRounding 72.75\nCash 100.00\nChange 27.25', 'total', 'number'), 72.75);
});

test('of several totals of a receipt, the one that was paid counts, even where letters are misread', () => {
  const taxTable = '| Total Sales (lnclusive of GST) : | 101.75 |\n| CASH: | 101.75 |\n| Total : 96.00 | 5.76 |';
  assert.equal(clue(`| Rounding : | -0.01 |\n${taxTable}`, 'total', 'number'), 101.75);
  assert.equal(clue('TotaI RM7.00\nPaid RM7.00\nChange RMO.00', 'total', 'number'), 7);
  assert.equal(clue('Total 10.00\nTotal 12.00\nRounding 0.00', 'total', 'number'), undefined);
  assert.equal(clue('Total 10.00\nDelivered', 'total', 'number'), undefined);
});

test('taxes of several rates and the net sum make the total', () => {
  const text = 'Total HT 624,90 €\nTVA 16,38 €\nTotal taxes 46,25 €\nTVA 29,87 €\nTotal TTC 671,15 €\nSolde 470,15 €';
  assert.equal(clue(text, 'total', 'number'), 671.15);
});

test('the name of a shop goes on in the next line, and digits in its legal form are letters', () => {
  const under = '\n12 Jalan Dua\n41150 Klang, Selangor\nGST ID 000181747712';
  for (const [head, name] of [
    ['CITY POWER HARDWARE\nTRADING', 'CITY POWER HARDWARE TRADING'],
    ['FUN SHOP SDN BHD\n(OLD TOWN)', 'FUN SHOP SDN BHD (OLD TOWN)'],
    ['77 QUICK MART S/8(519537-X)', '77 QUICK MART S/B'],
    ['RED   LANTERN', 'RED LANTERN'],
  ] as const)
    assert.equal(clue(`${head}${under}`, 'company'), name);
});
