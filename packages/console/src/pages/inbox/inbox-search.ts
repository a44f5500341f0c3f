import { known, readText } from '../../data/search.ts';

/** Search parameters of the inbox: the open item, and its selected evidence or value. */
export type InboxSearch = {
  /** One of the groups of `inbox-items.ts`, or the id of an agent. */
  group?: string | undefined;
  review?: string | undefined;
  wait?: string | undefined;
  evidence?: string | undefined;
  field?: string | undefined;
};

export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  const review = readText(search.review);
  return known({
    group: readText(search.group),
    review,
    wait: review === undefined ? readText(search.wait) : undefined,
    evidence: readText(search.evidence),
    field: readText(search.field),
  });
}
