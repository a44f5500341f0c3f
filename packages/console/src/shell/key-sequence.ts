/** The keys of a shortcut: one key, or two in sequence with a space between them. */
type Keyed = { keys: string };

const SECOND_MS_MAX = 1_500;

/** Finds the shortcut of a key by itself, or together with the previous key. */
export function createKeySequence() {
  let first = '';
  let firstAt = 0;
  return {
    press<T extends Keyed>(pressed: string, atMs: number, all: readonly T[]): T | undefined {
      const key = pressed.toLowerCase();
      const sequence = atMs - firstAt < SECOND_MS_MAX ? `${first} ${key}` : key;
      const found = all.find(({ keys }) => keys === sequence) ?? all.find(({ keys }) => keys === key);
      first = found ? '' : key;
      firstAt = atMs;
      return found;
    },
  };
}
