// Compares the model with a measured run by the ratio of each figure. A figure outside of the range means that
// costs.json does not describe this program on this machine (any more).

/** CPU figures of one machine vary by a quarter from hour to hour. A factor of two means another program. */
const RATIO_MAX = 1.6;
/** Below this, the clocks and timers of a machine are too coarse. */
const FLOOR_MS = 5;

export type Compared = {
  figure: string;
  unit: string;
  model: number;
  measured: number;
  ratio: number;
  agrees: boolean;
};

export function compareFigures(
  figures: { figure: string; unit: 'ms' | 'cores' | '/s' | 'share' | 'bytes'; model: number; measured: number }[],
): Compared[] {
  return figures.map((one) => {
    const floor = one.unit === 'ms' ? FLOOR_MS : 0;
    const ratio = (one.model + floor) / (one.measured + floor);
    return { ...one, ratio, agrees: ratio <= RATIO_MAX && ratio >= 1 / RATIO_MAX };
  });
}

/** Says what to do about figures that do not agree, or returns undefined. */
export function judgeComparison(compared: Compared[]): string | undefined {
  const off = compared.filter(({ agrees }) => !agrees);
  if (off.length === 0) return undefined;
  const named = off.map(({ figure, ratio }) => `${figure} (model ${ratio.toFixed(2)} × of what was measured)`);
  return `The model is off: ${named.join('; ')}. Measure the costs again with npm run bench -- model --measure, on a quiet machine.`;
}
