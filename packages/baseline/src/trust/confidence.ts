import calibration from './calibration.json' with { type: 'json' };
import type { Ground } from './model.ts';

// The share of right values for each ground, measured by `npm run eval -- --calibrate` on the tuning half of the
// generated documents and, weighing more, on documents of others, and stored with its date.

const shares: Record<string, number> = calibration.shares;
const counts: Record<string, number> = calibration.counts;

/** Upper limits regardless of the measurement: for a value in the place of another, and for a wrong check digit. */
const limits: Partial<Record<Ground, number>> = {
  'identifier-wrong': 0.5,
  'form-wrong': 0.2,
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
  // The documents of the measurement were read with rules made for them; of others' nulls beside many values a fifth was true.
  'absent-many': 0.2,
  // The word of a network alone, without a rule that says so, is below the line at which people stop looking.
  'text-pointed': 0.79,
  // In texts of strangers, sentences tell of other things than those that the rules know: half was right.
  'text-told': 0.79,
  // The texts of the measurement had a value for every field that was asked; of texts that nobody had seen about half was right.
  'text-guessed': 0.55,
  'number-guessed': 0.6,
  'date-guessed': 0.6,
  'boolean-pointed': 0.6,
  'choice-pointed': 0.55,
};

/** For grounds without a measurement. */
const unmeasured = 0.5;

type Origin = { isRecognized?: boolean; isModel?: boolean };

/**
 * OCR has its own share where enough was seen. So have language models: they put a value of the text into a wrong field
 * more often than the built-in reader, which only takes what stands in the right place.
 */
export function confidenceOf(ground: Ground, origin: Origin = {}): number {
  const { own, ofModels } = keysOf(ground, origin);
  const share = shares[own] ?? unmeasured;
  // A missing value says something else of each: the reader leaves out more than a model does.
  if (ofModels !== undefined && ground.startsWith('absent-')) return shares[ofModels]!;
  return Math.min(share, ofModels === undefined ? 1 : shares[ofModels]!, limits[ground] ?? 1);
}

/** How many values with this ground were measured. With few, the confidence is an estimate. */
export function measuredOf(ground: Ground, origin: Origin = {}): number {
  const { own, ofModels } = keysOf(ground, origin);
  return counts[ofModels ?? own] ?? 0;
}

function keysOf(ground: Ground, { isRecognized = false, isModel = false }: Origin) {
  const [ocr, models] = [`${ground}+ocr`, `${ground}+model`];
  return {
    own: isRecognized && ocr in shares ? ocr : ground,
    ofModels: isModel && models in shares ? models : undefined,
  };
}
