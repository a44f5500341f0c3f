import calibration from './calibration.json' with { type: 'json' };
import type { Ground } from './model.ts';

// How many values of each ground are right, measured by `npm run eval -- --calibrate` on the tuning half of the
// generated documents and stored with its date.

const shares: Record<string, number> = calibration.shares;

/** Limits that hold whatever was measured: a value in another one's place, and one whose check digit is wrong. */
const limits: Partial<Record<Ground, number>> = {
  'identifier-wrong': 0.5,
  shared: 0.55,
  contested: 0.55,
  'absent-contested': 0.3,
  'number-misplaced': 0.55,
  'date-misplaced': 0.55,
  'text-misplaced': 0.55,
  'identifier-misplaced': 0.55,
  'number-elsewhere': 0.55,
  'date-elsewhere': 0.55,
  'number-other-row': 0.55,
  'date-other-row': 0.55,
  'text-other-row': 0.55,
  'number-unit': 0.3,
};

/** Where nothing was measured. */
const unmeasured = 0.5;

export function confidenceOf(ground: Ground): number {
  return Math.min(shares[ground] ?? unmeasured, limits[ground] ?? 1);
}
