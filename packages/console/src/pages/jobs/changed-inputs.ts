/** Returns only the inputs that differ. All others stay as in the job. */
export const changedInputs = (
  before: readonly { key: string; value: string }[],
  values: Record<string, string>,
): Record<string, string> =>
  Object.fromEntries(
    before.flatMap(({ key, value }) => {
      const now = values[key];
      return now === undefined || now === value ? [] : [[key, now]];
    }),
  );
