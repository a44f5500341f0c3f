import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Approval } from '@errand/contract/approvals.ts';
import { isWeaker, readApproval, refuseWeaker } from './approval.ts';

const base: Approval = { when: 'always', role: 'admin', forbid_requester: true, on_timeout: 'fail' };

test('an approval has defaults; what contradicts itself is refused', () => {
  assert.deepEqual(readApproval({ when: 'always' }), {
    when: 'always',
    role: 'member',
    forbid_requester: false,
    on_timeout: 'fail',
  });
  assert.equal(readApproval(undefined), undefined);
  assert.equal(readApproval(null), null);
  for (const wrong of [
    { when: 'verdict' },
    { when: 'always', verdicts: ['x'] },
    { when: 'always', on_timeout: 'release' },
  ] as const)
    assert.throws(() => readApproval(wrong as never), { code: 'invalid_fields' });
});

test('an approval that lets more pass, or more people decide, is weaker', () => {
  const weaker: (Approval | null)[] = [
    null,
    { ...base, when: 'needs_review' },
    { ...base, role: 'member' },
    { ...base, forbid_requester: false },
    { ...base, on_timeout: 'release', due_hours: 5 },
  ];
  for (const next of weaker) assert.equal(isWeaker(next, base), true, JSON.stringify(next));
  assert.equal(isWeaker({ ...base, due_hours: 1 }, base), false);
  assert.deepEqual(
    [isWeaker(base, { ...base, approvals: 2 }), isWeaker({ ...base, approvals: 2 }, base)],
    [true, false],
  );
  assert.equal(isWeaker(base, null), false);
  const verdicts: Approval = { ...base, when: 'verdict', verdicts: ['a', 'b'] };
  assert.equal(isWeaker({ ...verdicts, verdicts: ['a'] }, verdicts), true);
  assert.equal(isWeaker(base, verdicts), false);
});

test('only an admin weakens it', () => {
  assert.throws(() => refuseWeaker({ role: 'member' }, null, base), { code: 'forbidden' });
  refuseWeaker({ role: 'admin' }, null, base);
  refuseWeaker({ role: 'member' }, base, null);
});
