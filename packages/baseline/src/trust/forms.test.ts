import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkValue } from './check-value.ts';

// Every value stands in the text. Only its form tells that it is in the wrong field.

const text = `Northwind Traders AS
Invoice 4711 of 14 March 2026
Contact: Maria Jensen, maria@northwind.example, +47 555 01 234
Total EUR 1,284.50`;
const name = { type: 'string' };
const properties = {
  seller: name,
  currency: name,
  contact_email: name,
  contact_person: name,
  phone: name,
  invoice_date: name,
  total: name,
};

const markOf = (field: keyof typeof properties, value: string) =>
  checkValue({
    value: { [field]: value },
    schema: { type: 'object', properties },
    sources: [{ text }],
    isModel: true,
  })[0]!;

test('a value that has the form of another field is not supported, wherever it stands', () => {
  for (const [field, value] of [
    ['seller', 'EUR'],
    ['seller', 'maria@northwind.example'],
    ['currency', 'Northwind Traders AS'],
    ['contact_email', 'Maria Jensen'],
    ['contact_person', 'maria@northwind.example'],
    ['contact_person', '1,284.50'],
    ['seller', '14 March 2026'],
    ['phone', 'Maria Jensen'],
    ['invoice_date', 'Maria Jensen'],
    ['invoice_date', '1284.50'],
    ['total', '14.03.2026'],
  ] as const) {
    const { status, ground, confidence } = markOf(field, value);
    assert.deepEqual([status, ground], ['unsupported', 'form-wrong'], `${field}: ${value}`);
    assert.ok(confidence <= 0.2);
  }
});

test('right values keep their form, however they are written', () => {
  for (const [field, value] of [
    ['seller', 'Northwind Traders AS'],
    ['currency', 'EUR'],
    ['currency', '€'],
    ['currency', 'US dollars'],
    ['contact_email', 'maria@northwind.example'],
    ['contact_person', 'Maria Jensen'],
    ['phone', '+47 555 01 234'],
    ['invoice_date', '14 March 2026'],
    ['invoice_date', '2026-03-14'],
    ['invoice_date', 'next Monday'],
    ['total', 'EUR 1,284.50'],
  ] as const)
    assert.notEqual(markOf(field, value).ground, 'form-wrong', `${field}: ${value}`);
});

test('a value of a language model that stands somewhere is believed less than one of the reader', () => {
  const schema = { type: 'object', properties: { vessel: name } };
  const given = { value: { vessel: 'Northwind Traders' }, schema, sources: [{ text }] };
  const [read] = checkValue(given);
  const [said] = checkValue({ ...given, isModel: true });
  assert.ok(said!.confidence < 0.8 && said!.confidence < read!.confidence, JSON.stringify([read, said]));
});
