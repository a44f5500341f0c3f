import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '../model/box.ts';
import type { Piece, Rules } from './piece.ts';
import { toSegments } from './rows.ts';
import { headerFrom, headerOf, toGrid } from './table.ts';
import { toZones, type Zone } from './zones.ts';

const noRules: Rules = { horizontal: [], vertical: [] };

/** Words of a line at their column; letters are 5 wide and 10 high. */
function line(y: number, cells: Record<number, string>): Piece[] {
  return Object.entries(cells).flatMap(([x, text]) => {
    let left = Number(x);
    return text.split(' ').map((word): Piece => {
      const box: Box = [left, y, left + word.length * 5, y + 10];
      left = box[2] + 5;
      return { text: word, box, seen: box, confidence: 1 };
    });
  });
}
const zonesOf = (...lines: Piece[][]): Zone[] => toZones(toSegments(lines.flat()));
const gridOf = (zone: Zone, rules = noRules): string[][] => {
  assert.ok(zone.kind === 'table' || zone.kind === 'fields');
  return toGrid(zone.rows, zone.columns, rules).map((row) => row.map((cell) => cell.map(({ text }) => text).join(' ')));
};
const items = [
  line(0, { 0: 'Item', 120: 'Count', 200: 'Price' }),
  line(15, { 0: 'Long bolt', 120: '4', 200: '1.50' }),
  line(30, { 0: 'Nut', 120: '10', 200: '0.20' }),
];

test('rows that keep the same gaps clear are a table with its columns', () => {
  const [zone, ...more] = zonesOf(...items);
  assert.equal(more.length, 0);
  assert.equal(zone!.kind, 'table');
  assert.deepEqual(gridOf(zone!), [
    ['Item', 'Count', 'Price'],
    ['Long bolt', '4', '1.50'],
    ['Nut', '10', '0.20'],
  ]);
});

test('labels with a colon beside their values are fields', () => {
  const [zone] = zonesOf(line(0, { 0: 'Name:', 100: 'Ada Lovelace' }), line(15, { 0: 'City:', 100: 'London' }));
  assert.equal(zone!.kind, 'fields');
});

test('long lines beside each other are columns, each of them read to its end', () => {
  const left = 'the rain fell on all';
  const right = 'a dog sat on the mat';
  const [zone] = zonesOf(...[0, 15, 30, 45].map((y) => line(y, { 0: left, 200: right })), line(60, { 0: left }));
  assert.ok(zone?.kind === 'columns');
  assert.deepEqual(
    zone.columns.map((column) => column.length),
    [5, 4],
  );
});

test('single lines stay lines, before and after a table', () => {
  const zones = zonesOf(line(-60, { 0: 'A title of some words' }), ...items, line(100, { 0: 'Thank you' }));
  assert.deepEqual(
    zones.map(({ kind }) => kind),
    ['lines', 'table', 'lines'],
  );
});

test('a wide gap between rows ends a table', () => {
  const zones = zonesOf(...items, line(120, { 0: 'Pin', 120: '3', 200: '0.40' }));
  assert.deepEqual(
    zones.map(({ kind }) => kind),
    ['table', 'lines'],
  );
});

test('nothing is lost: every word of a page is in some zone', () => {
  const given = [...items, line(80, { 0: 'Sum', 200: '8.00' }), line(140, { 50: 'The end' })];
  const count = (zone: Zone): number =>
    (zone.kind === 'columns' ? zone.columns.flat() : zone.rows.flatMap(({ segments }) => segments)).reduce(
      (sum, { pieces }) => sum + pieces.length,
      0,
    );
  assert.equal(
    zonesOf(...given).reduce((sum, zone) => sum + count(zone), 0),
    given.flat().length,
  );
  assert.deepEqual(zonesOf(), []);
});

test('a text that goes on below its cell belongs to it; a figure begins a row', () => {
  const [zone] = zonesOf(
    line(0, { 0: 'No', 60: 'Text', 200: 'Sum' }),
    line(15, { 0: '1', 60: 'A very long', 200: '7.00' }),
    line(27, { 60: 'description' }),
    line(45, { 0: '2', 60: 'Short one', 200: '9.00' }),
  );
  assert.deepEqual(gridOf(zone!)[1], ['1', 'A very long description', '7.00']);
  assert.equal(gridOf(zone!).length, 3);
});

test('a line drawn between two rows keeps them apart', () => {
  const [zone] = zonesOf(
    line(0, { 0: 'No', 60: 'Text', 200: 'Sum' }),
    line(15, { 0: '1', 60: 'First part', 200: '7.00' }),
    line(27, { 60: 'second part' }),
    line(45, { 0: '2', 60: 'Short one', 200: '9.00' }),
  );
  const drawn = { horizontal: [{ from: 0, to: 300, at: 26 }], vertical: [] };
  assert.equal(gridOf(zone!, drawn).length, 4);
});

test('a table that goes on takes the header from before, unless it has one or its columns are others', () => {
  const [zone] = zonesOf(...items);
  assert.ok(zone?.kind === 'table');
  const before = { columns: zone.columns, header: ['Item', 'Count', 'Price'] };
  const whole = toGrid(zone.rows, zone.columns, noRules);
  assert.deepEqual(headerOf(whole), before.header);
  assert.equal(headerFrom(before, zone.columns, whole), undefined);
  assert.deepEqual(headerFrom(before, zone.columns, whole.slice(1)), before.header);
  assert.equal(headerFrom(undefined, zone.columns, whole.slice(1)), undefined);
  assert.equal(headerFrom(before, zone.columns.slice(1), whole.slice(1)), undefined);
  const moved = zone.columns.map(([from, to]): [number, number] => [from + 500, to + 500]);
  assert.equal(headerFrom(before, moved, whole.slice(1)), undefined);
  assert.deepEqual(headerOf([]), []);
});
