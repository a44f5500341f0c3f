import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorText } from './reply.ts';

test('every shape of an error body gives its message', () => {
  const cases: [unknown, string][] = [
    [{ detail: 'No agent with this id.', code: 'errand.agents.unknown' }, 'No agent with this id.'],
    [{ error: 'The page could not be fetched.' }, 'The page could not be fetched.'],
    [{ message: 'No such table.' }, 'No such table.'],
    [["Required input 'a' was not supplied.", 'Another.'], "Required input 'a' was not supplied. Another."],
    [
      { name: ['May not be blank.'], organization_id: 'Not a UUID.' },
      'name: May not be blank. organization_id: Not a UUID.',
    ],
    [undefined, 'The server responded with status 502.'],
  ];
  for (const [body, text] of cases) assert.equal(errorText({ status: 502, body }), text);
});
