import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareVersions } from '../src/pages/agents/compare-versions.ts';
import {
  addField,
  changeField,
  changeType,
  fieldsOf,
  moveField,
  removeField,
  sampleOf,
  schemaOfExample,
} from '../src/pages/agents/schema-model.ts';
import { decodeText, parseCsv } from '../src/pages/batches/csv.ts';
import { checkRows, guessMapping, toRows } from '../src/pages/batches/map-columns.ts';

describe('an output schema', () => {
  const schema = {
    type: 'object',
    $id: 'kept',
    properties: { a: { type: 'string', format: 'date' } },
    required: ['a'],
  };

  test('keeps keywords that the builder does not know', () => {
    const changed = changeField(addField(schema), 'a', { name: 'b' });
    assert.equal(changed.$id, 'kept');
    assert.deepEqual(fieldsOf(changed), [
      { name: 'b', schema: { type: 'string', format: 'date' }, isRequired: true },
      { name: 'field', schema: { type: 'string' }, isRequired: true },
    ]);
    assert.deepEqual(changeType({ type: 'string', enum: ['x'], description: 'd', 'x-own': 1 }, 'integer'), {
      type: 'integer',
      description: 'd',
      'x-own': 1,
    });
  });

  test('moves and removes members, and never gives two the same name', () => {
    const two = addField(schema);
    assert.deepEqual(Object.keys(moveField(two, 'field', -1).properties as object), ['field', 'a']);
    assert.equal(moveField(two, 'a', -1), two);
    assert.equal(changeField(two, 'a', { name: 'field' }), two);
    assert.deepEqual(removeField(schema, 'a'), { type: 'object', $id: 'kept', properties: {} });
  });

  test('comes from an example, and gives one', () => {
    const example = { total: 12.5, lines: [{ count: 3, text: 'text' }], paid: true };
    assert.deepEqual(sampleOf(schemaOfExample(example)), example);
    // Of a list every item counts.
    const lines = schemaOfExample([{ a: 1, b: 'x' }, { a: 1.5, c: null }, null]);
    assert.deepEqual(lines, {
      type: 'array',
      items: {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'string' }, c: {} },
        required: ['a'],
      },
    });
  });
});

test('differences between versions name what breaks callers', () => {
  const input = { key: 'a', data_type: 'text/plain', description: '' };
  const schema = { type: 'object', properties: { x: { type: 'string' }, y: { type: 'string' } } };
  const from = { input_definitions: [input], engine_config: { model: 'one', output_schema: JSON.stringify(schema) } };
  assert.deepEqual(compareVersions(from, { ...from, engine_config: { output_schema: schema, model: 'one' } }), []);
  const to = {
    input_definitions: [
      { ...input, required: true, description: 'new' },
      { ...input, key: 'b' },
      { ...input, key: 'c', required: false },
    ],
    engine_config: {
      model: 'two',
      output_schema: { type: 'object', properties: { x: { type: 'number' }, z: { type: 'string' } } },
    },
  };
  assert.deepEqual(
    compareVersions(from, to).map(({ area, path, kind, breaking }) => [area, path, kind, breaking]),
    [
      ['Inputs', 'a', 'changed', false],
      ['Inputs', 'b', 'added', true],
      ['Inputs', 'c', 'added', false],
      ['Output schema', 'x', 'changed', true],
      ['Output schema', 'y', 'removed', true],
      ['Output schema', 'z', 'added', false],
      ['Configuration', 'model', 'changed', false],
    ],
  );
});

describe('a CSV file', () => {
  test('is read as spreadsheets write it', () => {
    assert.deepEqual(parseCsv('\uFEFFa,b\r\n"1, ""2""","line\nbreak"\r\n\r\n3\n'), {
      header: ['a', 'b'],
      rows: [
        { number: 2, cells: ['1, "2"', 'line\nbreak'] },
        { number: 4, cells: ['3', ''] },
      ],
      delimiter: ',',
    });
    assert.equal(parseCsv('a;"x,y,z";c\n1;2;3').delimiter, ';');
    assert.deepEqual(parseCsv("a\tb\n'=1+1\t'x").rows, [{ number: 2, cells: ['=1+1', "'x"] }]);
    assert.deepEqual(parseCsv('').rows, []);
    assert.equal(decodeText(Buffer.from('Zürich')), 'Zürich');
    assert.equal(decodeText(Buffer.from('Zürich', 'latin1')), 'Zürich', 'as Excel on Windows writes it');
    assert.equal(decodeText(Buffer.from('\uFEFFZürich', 'utf16le')), 'Zürich');
  });

  test('finds its columns by name, and problems are told by cause with the rows of the spreadsheet', () => {
    const definitions = [
      { key: 'company_name', data_type: 'text/plain', description: '' },
      { key: 'report', data_type: 'application/pdf', description: '', required: false },
    ];
    const table = parseCsv('Company Name,Report URL\nAcme,https://example.com/a.pdf\n,\nZeta,nonsense\n');
    const mapping = guessMapping(definitions, table);
    assert.deepEqual(mapping, { company_name: { kind: 'column', column: 0 }, report: { kind: 'column', column: 1 } });
    const { problems, valid } = checkRows(definitions, toRows(definitions, table, mapping));
    assert.deepEqual(valid, [{ number: 2, inputs: { company_name: 'Acme', report: 'https://example.com/a.pdf' } }]);
    assert.deepEqual(problems, [{ message: 'report must be a URL (https://…) or a file id.', rows: [4] }]);
  });
});
