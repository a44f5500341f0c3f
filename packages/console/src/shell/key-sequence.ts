/** Keys that do something: one, or two after each other with a blank between them. */
type Keyed = { keys: string };

const SECOND_MS_MAX = 1_500;

/** Finds what a key means by itself, or together with the key before it. */
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
