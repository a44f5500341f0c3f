/** A bounded map: the entry that was not used for longest makes room. */
export function createLru<Key, Value>(sizeMax: number) {
  const entries = new Map<Key, Value>();
  return {
    get(key: Key): Value | undefined {
      const value = entries.get(key);
      if (value !== undefined) {
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
