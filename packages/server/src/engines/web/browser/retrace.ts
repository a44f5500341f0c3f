import { EngineFailure } from '../../engine/engine.ts';
import type { Visit } from './browser.ts';
import { openAddress } from './open-address.ts';
import { type Action, describeAction, perform } from './page-actions.ts';
import { observe, type PageView } from './page-view.ts';

// The way to a page, gone again in a new browser. A browser cannot be kept while a person thinks, so what was typed and
// clicked on the way is done once more, and the page has to be the same.

export type Done = { action: Action; seen: PageView };
/** `from`: where the browser was opened, or stood after the last thing that may not be done twice. */
export type Route = { from: string; done: Done[] };

export async function retrace(visit: Visit, { from, done }: Route): Promise<void> {
  await openAddress(visit, from);
  await observe(visit.page);
  for (const { action, seen } of done) {
    const problem = await performAsSeen(visit, action, seen);
    if (problem !== undefined) throw changed(describeAction(action, seen), problem);
    await observe(visit.page);
  }
}

/** Does what was chosen on a page that was seen earlier. Fails before it does anything if the page is another one by now. */
export async function performConfirmed(visit: Visit, action: Action, seen: PageView): Promise<string | undefined> {
  const now = await observe(visit.page);
  const said = describeAction(action, seen);
  if (place(now.url) !== place(seen.url)) throw changed(said, `the browser stands at ${now.url.slice(0, 200)}`);
  const same = findSame(action, seen, now);
  if (same === undefined) throw changed(said, 'the control is not there any more');
  return perform(visit, same, now);
}

async function performAsSeen(visit: Visit, action: Action, seen: PageView): Promise<string | undefined> {
  const now = await observe(visit.page);
  const same = findSame(action, seen, now);
  return same === undefined ? 'the control is not there any more' : perform(visit, same, now);
}

/** The same action on the page as it is now: its control has the same kind and label, at its old place or at a single other. */
export function findSame(action: Action, seen: PageView, now: PageView): Action | undefined {
  if (action.element == null) return action;
  const wanted = seen.elements.find(({ id }) => id === action.element);
  if (wanted === undefined) return undefined;
  const alike = now.elements.filter(({ kind, label }) => kind === wanted.kind && label === wanted.label);
  const same = alike.find(({ id }) => id === wanted.id) ?? (alike.length === 1 ? alike[0] : undefined);
  return same && { ...action, element: same.id };
}

/** Queries and fragments often hold what is of one session only. */
function place(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

const changed = (said: string, problem: string): EngineFailure =>
  new EngineFailure(
    `The page is not what it was when somebody agreed to it, so it was left alone (${said}: ${problem}).`,
    { code: 'errand.web.page_changed' },
  );
