import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedExamples, usuallyNull } from './examples.ts';
import { operations } from './operations/operations.ts';

/** Returns the names of all members that operations send or accept, and of those that may be null. */
function readMembers(): { all: Set<string>; nullable: Set<string> } {
  const all = new Set<string>();
  const nullable = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const { properties } = value as { properties?: Record<string, { type?: unknown; anyOf?: { type?: unknown }[] }> };
    for (const [name, member] of Object.entries(properties ?? {})) {
      all.add(name);
      if ([member.type].flat().includes('null') || member.anyOf?.some(({ type }) => type === 'null'))
        nullable.add(name);
    }
    for (const part of Object.values(value)) visit(part);
  };
  visit(operations);
  return { all, nullable };
}

test('every example by name belongs to a member of the wire', () => {
  const { all } = readMembers();
  assert.ok(all.size > 100, `${all.size} members found`);
  assert.deepEqual(
    Object.keys(namedExamples).filter((name) => !all.has(name)),
    [],
  );
});

test('members that are usually null may be null', () => {
  const { nullable } = readMembers();
  assert.deepEqual(
    [...usuallyNull].filter((name) => !nullable.has(name)),
    [],
  );
});
