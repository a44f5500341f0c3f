import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mark } from '../../packages/baseline/src/trust/model.ts';

// Measures the confidence: the share of right values for each ground. It is fitted on the tuning half and reported for
// the test half.

export type Judged = { mark: Mark; right: boolean };

const path = join(import.meta.dirname, '../../packages/baseline/src/trust/calibration.json');

/** Stores the share of right values for each ground, smoothed if few were seen. Grounds that were not seen stay. */
export async function storeCalibration(judged: Judged[], known: Record<string, number>): Promise<void> {
  const shares = { ...known };
  for (const [ground, own] of Map.groupBy(judged, ({ mark }) => mark.ground)) {
    const right = own.filter((one) => one.right).length;
    // Smoothed as if one more value were right and one more wrong, and capped because nothing is certain.
    shares[ground] = Math.min(0.99, Math.round(((right + 1) / (own.length + 2)) * 1_000) / 1_000);
  }
  const sorted = Object.fromEntries(Object.entries(shares).sort(([one], [other]) => (one < other ? -1 : 1)));
  const content = { measured_on: new Date().toISOString().slice(0, 10), values: judged.length, shares: sorted };
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`);
}

/** Describes values by confidence, and how many of them are right. */
export function describeCalibration(judged: Judged[]): string[] {
  const bins = Map.groupBy(judged, ({ mark }) => Math.min(9, Math.floor(mark.confidence * 10)));
  let error = 0;
  const lines = [...bins]
    .sort(([one], [other]) => one - other)
    .map(([, own]) => {
      const said = own.reduce((sum, { mark }) => sum + mark.confidence, 0) / own.length;
      const right = own.filter((one) => one.right).length / own.length;
      error += (Math.abs(said - right) * own.length) / judged.length;
      return `  said ${said.toFixed(2)}  right ${right.toFixed(2)}  of ${own.length}`;
    });
  return [...lines, `  mean difference ${error.toFixed(3)}`];
}
