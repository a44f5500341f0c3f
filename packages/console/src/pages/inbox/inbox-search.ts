import { known, readText } from '../../data/search.ts';

/** Search parameters of the inbox: the open item, and its selected evidence or value. */
export type InboxSearch = {
  review?: string | undefined;
  wait?: string | undefined;
  evidence?: string | undefined;
  field?: string | undefined;
};

export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  const review = readText(search.review);
  return known({
    review,
    wait: review === undefined ? readText(search.wait) : undefined,
    evidence: readText(search.evidence),
    field: readText(search.field),
  });
}
