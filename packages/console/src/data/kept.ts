import { useState } from 'react';

// Keeps what somebody types until it is saved, so that a reload or another page costs nothing. Signing out asks first,
// because of the name (session.ts).

const place = (name: string): string => `errand.draft.${name}`;

/** State that survives the page. Setting it to the initial value, or forgetting it, removes it. */
export function useKept<T>(name: string, initial: T): [value: T, set: (next: T) => void] {
  const [value, setValue] = useState(() => readKept(name, initial));
  return [
    value,
    (next) => {
      setValue(next);
      if (JSON.stringify(next) === JSON.stringify(initial)) forgetKept(name);
      else writeKept(name, next);
    },
  ];
}

export function readKept<T>(name: string, initial: T): T {
  try {
    return (JSON.parse(localStorage.getItem(place(name)) ?? 'null') as T | null) ?? initial;
  } catch {
    return initial;
  }
}

function writeKept(name: string, value: unknown): void {
  try {
    localStorage.setItem(place(name), JSON.stringify(value));
  } catch {
    // The browser's storage is full. What is typed stays on the page.
  }
}

export const forgetKept = (name: string): void => localStorage.removeItem(place(name));
