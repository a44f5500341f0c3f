import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'commander';
import { createProgram } from '../program.ts';
import { commandOf } from './names.ts';
import { refinements } from './refinements.ts';
import { readTable } from './table.ts';

const program = createProgram();
const find = (path: string): Command | undefined =>
  path.split(' ').reduce<Command | undefined>((at, word) => at?.commands.find((one) => one.name() === word), program);

test('every operation of the contract has a command, and no two have the same one', () => {
  const paths = [...readTable().keys()].map(commandOf);
  assert.deepEqual(
    paths.filter((path) => find(path) === undefined),
    [],
  );
  assert.equal(new Set(paths).size, paths.length);
});

test('what is said of an operation belongs to one that exists', () => {
  assert.deepEqual(
    Object.keys(refinements).filter((id) => !readTable().has(id)),
    [],
  );
});

test('ids are arguments that take names, members are options, and the help has the words of the contract', () => {
  const help = find('webhooks update')!.helpInformation();
  assert.match(help, /errand webhooks update \[options\] <webhook>/);
  assert.match(help, /webhook +id or name/);
  assert.match(help, /--events <texts\.\.\.>/);
  assert.match(help, /--data <json>/);
  assert.match(help, /Omitted or null fields stay unchanged/);
  assert.match(find('schedules list')!.helpInformation(), /--agent <agent> .*\(id or name\)/s);
});
