import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictTone } from './verdict-tone.ts';

test('usual verdicts have the tone that people expect, other words stay neutral', () => {
  const expected = {
    Approve: 'positive',
    compliant: 'positive',
    'No violation': 'positive',
    'Non-compliant': 'danger',
    not_compliant: 'danger',
    Reject: 'danger',
    SUSPICIOUS: 'danger',
    'High risk': 'danger',
    'Needs review': 'warning',
    escalate: 'warning',
    Banana: 'neutral',
    '': 'neutral',
  };
  for (const [verdict, tone] of Object.entries(expected)) assert.equal(verdictTone(verdict), tone, verdict);
});
