import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnsaved } from './unsaved.ts';

test('a text is unsaved when it was never saved or has changed since; blanks are nothing to save', () => {
  const cases: [Parameters<typeof isUnsaved>[0], boolean][] = [
    [{ text: ' \n' }, false],
    [{ text: 'select 1' }, true],
    [{ text: 'select 1', worksheetId: 'w', savedText: 'select 1' }, false],
    [{ text: 'select 2', worksheetId: 'w', savedText: 'select 1' }, true],
    [{ text: '', worksheetId: 'w', savedText: 'select 1' }, true],
  ];
  for (const [draft, expected] of cases) assert.equal(isUnsaved(draft), expected, JSON.stringify(draft));
});
