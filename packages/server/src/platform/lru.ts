/** A bounded map that evicts the least recently used entry. */
export function createLru<Key, Value>(sizeMax: number) {
  const entries = new Map<Key, Value>();
  return {
    get(key: Key): Value | undefined {
      const value = entries.get(key);
      // While the map is less than half full, no entry is evicted soon, so the order does not matter.
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
