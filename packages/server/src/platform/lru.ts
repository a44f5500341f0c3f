/** A bounded map: the entry that was not used for longest makes room. */
export function createLru<Key, Value>(sizeMax: number) {
  const entries = new Map<Key, Value>();
  return {
    get(key: Key): Value | undefined {
      const value = entries.get(key);
      // While half of the room is free nobody has to go soon, and nobody's turn matters.
      if (value !== undefined && entries.size > sizeMax / 2) {
        entries.delete(key);
        entries.set(key, value);
      }
      return value;
    },
    set(key: Key, value: Value): void {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > sizeMax) entries.delete(entries.keys().next().value as Key);
    },
    delete: (key: Key): boolean => entries.delete(key),
    clear: (): void => entries.clear(),
  };
}
