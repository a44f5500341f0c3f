import { EngineFailure } from '../../engine/engine.ts';
import type { Visit } from './browser.ts';
import { openAddress } from './open-address.ts';
import { type Action, describeAction, perform } from './page-actions.ts';
import { observe, type PageView } from './page-view.ts';

// Retraces the route to a page in a new browser. A browser cannot stay open while a person decides, so the new one
// repeats what was typed and clicked on the way, and the page must be the same.

export type Done = { action: Action; seen: PageView };
/** `from` is where the browser was opened, or where it was after the last action that must not be repeated. */
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

/** Performs an action that was chosen on an earlier view of the page. Fails first if the page has changed. */
export async function performConfirmed(visit: Visit, action: Action, seen: PageView): Promise<string | undefined> {
  const now = await observe(visit.page);
  const said = describeAction(action, seen);
  if (place(now.url) !== place(seen.url)) throw changed(said, `the browser is at ${now.url.slice(0, 200)}`);
  const same = findSame(action, seen, now);
  if (same === undefined) throw changed(said, 'the control is gone');
  return perform(visit, same, now);
}

async function performAsSeen(visit: Visit, action: Action, seen: PageView): Promise<string | undefined> {
  const now = await observe(visit.page);
  const same = findSame(action, seen, now);
  return same === undefined ? 'the control is gone' : perform(visit, same, now);
}

/** Returns the action for the current page: on the control with the same kind, label and number, or the only match. */
export function findSame(action: Action, seen: PageView, now: PageView): Action | undefined {
  if (action.element == null) return action;
  const wanted = seen.elements.find(({ id }) => id === action.element);
  if (wanted === undefined) return undefined;
  const alike = now.elements.filter(({ kind, label }) => kind === wanted.kind && label === wanted.label);
  const same = alike.find(({ id }) => id === wanted.id) ?? (alike.length === 1 ? alike[0] : undefined);
  return same && { ...action, element: same.id };
}

/** Ignores query and fragment, which often belong to one session only. */
function place(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

const changed = (said: string, problem: string): EngineFailure =>
  new EngineFailure(`The page has changed since the approval, so the action was not done (${said}: ${problem}).`, {
    code: 'errand.web.page_changed',
  });
