import type { Same, True } from './same.ts';

// Differences that the comparison with the contract must find. Each line below only compiles because of its error.

type Given = { id: string; status: 'open' | 'done'; note: string | null; parts: { key: string; cost?: number }[] };

export type Drifts = {
  same: True<Same<Given, Given & { id: string }>>;
  // @ts-expect-error a member is missing
  member: True<Same<Given, Omit<Given, 'note'>>>;
  // @ts-expect-error an optional member is missing, which an assignment would not notice
  optional: True<Same<Given, Omit<Given, 'parts'> & { parts: { key: string }[] }>>;
  // @ts-expect-error a member became optional
  mark: True<Same<Given, Omit<Given, 'id'> & { id?: string }>>;
  // @ts-expect-error null is not allowed
  nullable: True<Same<Given, Omit<Given, 'note'> & { note: string }>>;
  // @ts-expect-error a word is new
  word: True<Same<Given, Omit<Given, 'status'> & { status: 'open' | 'done' | 'lost' }>>;
};
