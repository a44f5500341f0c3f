import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const ENTRIES_MAX = 200;
const values = new Map<string, unknown>();

/** State of a page that Back brings back: it is kept with the entry of the browser's history until a reload. */
export function useReturning<T>(name: string, initial: T): [value: T, set: (next: T | ((before: T) => T)) => void] {
  const entry = useRouterState({ select: ({ location }) => `${location.state.__TSR_key} ${name}` });
  const [value, setValue] = useState(() => (values.has(entry) ? (values.get(entry) as T) : initial));
  useEffect(() => {
    values.delete(entry);
    values.set(entry, value);
    if (values.size > ENTRIES_MAX) values.delete(values.keys().next().value!);
  }, [entry, value]);
  return [value, setValue];
}
