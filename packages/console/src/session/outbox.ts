import {
  ConflictError,
  type ReviewDecideBody,
  type ReviewSettleBody,
  type ReviewSkipBody,
  type WaitAnswerBody,
} from '@errand/sdk';
import { useSyncExternalStore } from 'react';
import { forgetKept } from '../data/kept.ts';
import { reload } from '../data/queries.ts';
import { keys } from '../data/query-keys.ts';
import { showError } from '../design/toast.ts';
import { errand, leavingPage } from './client.ts';
import { getSession } from './session.ts';

// Decisions stay in the browser for some seconds, so that they can be undone. They leave earlier when the person leaves
// the page. Until the server has answered, each is in local storage, too: the next page sends what a crash left behind.
// The server accepts a decision once, so that one which is sent twice counts once.

export const UNDO_MS = 10_000;
/** After this time, no other tab can still hold a stored decision back. */
const ADOPTED_AFTER_MS = UNDO_MS + 5_000;
const PLACE = 'errand.decisions';

export type Decision = { id: string; jobId: string /** What was decided, in words. */; words: string } & (
  | { kind: 'answer'; body: WaitAnswerBody }
  | { kind: 'decide'; body: ReviewDecideBody }
  | { kind: 'settle'; body: ReviewSettleBody }
  | { kind: 'skip'; body: ReviewSkipBody }
);
export type HeldDecision = Decision & { at: number; by: string; isSent: boolean };

/** The name under which comments and corrections are kept until the decision is saved. */
export const draftName = (id: string): string => `decision.${id}`;

let held: readonly HeldDecision[] = [];
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function set(next: readonly HeldDecision[]): void {
  held = next;
  for (const listener of listeners) listener();
}

/** Decisions that can be undone or are on their way, the oldest first. */
export const useHeldDecisions = (): readonly HeldDecision[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => held,
  );

/** Identifies the credential. A decision is never sent for somebody else. */
const signature = (): string => getSession()?.credential.slice(-8) ?? '';

export function holdDecision(decision: Decision): void {
  if (held.some(({ id }) => id === decision.id)) return;
  const entry: HeldDecision = { ...decision, at: Date.now(), by: signature(), isSent: false };
  set([...held, entry]);
  store((all) => [...all, entry]);
  timers.set(
    entry.id,
    setTimeout(() => void send(entry.id), UNDO_MS),
  );
}

/** Takes a decision back. Returns false if it has left already. */
export function undoDecision(id: string): boolean {
  const entry = held.find((one) => one.id === id);
  if (entry === undefined || entry.isSent) return false;
  drop(id);
  return true;
}

/** Sends everything that is held back. */
export const sendDecisions = (): Promise<unknown> => Promise.all(held.map(({ id }) => send(id)));

async function send(id: string): Promise<void> {
  const entry = held.find((one) => one.id === id);
  if (entry === undefined || entry.isSent) return;
  // Somebody else has signed in meanwhile.
  if (entry.by !== signature()) return drop(id);
  clearTimeout(timers.get(id));
  set(held.map((one) => (one.id === id ? { ...one, isSent: true } : one)));
  store((all) => all.map((one) => (one.id === id ? { ...one, isSent: true } : one)));
  try {
    await deliver(entry);
    forgetKept(draftName(id));
  } catch (error) {
    showError(error, `Not saved: ${entry.words}`);
  }
  await renew(entry);
  drop(id);
}

function deliver(entry: Decision): Promise<unknown> {
  switch (entry.kind) {
    case 'answer':
      return errand.waits.answer(entry.id, entry.body);
    case 'decide':
      return errand.reviews.decide(entry.id, entry.body);
    case 'settle':
      return errand.reviews.settle(entry.id, entry.body);
    case 'skip':
      return errand.reviews.skip(entry.id, entry.body);
  }
}

const renew = ({ kind, jobId }: Decision): Promise<unknown> =>
  Promise.all([
    reload(kind === 'answer' ? keys.waits() : keys.reviews()),
    reload(keys.job(jobId)),
    reload(keys.feedback(jobId)),
  ]);

function drop(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  set(held.filter((one) => one.id !== id));
  store((all) => all.filter((one) => one.id !== id));
}

/** Sends what an earlier page of this person decided and did not send. */
export async function adoptDecisions(): Promise<void> {
  const isOld = ({ at }: HeldDecision): boolean => Date.now() - at > ADOPTED_AFTER_MS;
  const mine = readStored().filter(({ id, by }) => by === signature() && !held.some((one) => one.id === id));
  if (!mine.every(isOld)) setTimeout(() => void adoptDecisions(), ADOPTED_AFTER_MS);
  for (const entry of mine.filter(isOld)) {
    try {
      await deliver(entry);
    } catch (error) {
      // It may have arrived without its page seeing the response.
      if (!(error instanceof ConflictError && entry.isSent)) showError(error, `Not saved: ${entry.words}`);
    }
    drop(entry.id);
    await renew(entry);
  }
}

function readStored(): HeldDecision[] {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? '[]') as HeldDecision[];
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

function store(change: (all: HeldDecision[]) => HeldDecision[]): void {
  const next = change(readStored());
  try {
    if (next.length === 0) localStorage.removeItem(PLACE);
    else localStorage.setItem(PLACE, JSON.stringify(next));
  } catch {
    // The browser's storage is full. The decision is still sent by this page.
  }
}

addEventListener('pagehide', () => leavingPage(() => void sendDecisions()));
