import { type Kind, readMeaning } from '../schema/field.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { findByline } from './byline.ts';
import type { Clue } from './clue.ts';
import { findInHeader } from './message-header.ts';
import { findPartyBlocks } from './party-blocks.ts';
import { findAddressed, findInNotice, findPaid, isNotice } from './payment.ts';
import { findSender } from './sender.ts';
import { findSums } from './sums.ts';
import { findTicket, findWriter } from './ticket.ts';
import { findTitle } from './title.ts';
import { findTold } from './told.ts';
import { findToldCounts } from './told-counts.ts';
import { findToldDates } from './told-dates.ts';
import { findToldFacts } from './told-facts.ts';

// Places of a value that are as good as a label: the title of a document, the block under a party's heading, the sum
// that works out, the sender in the letterhead.

const known = new WeakMap<Document, Map<string, Clue[]>>();

/** Finds the clues for a field, by the group of its labels. */
export function findClues(field: Field, document: Document): Clue[] {
  const { group, kind } = readMeaning(field);
  const main = group?.strong[0];
  const told = [
    ...findTold(field, document),
    ...findToldDates(field, document),
    ...findToldFacts(field, document),
    ...findToldCounts(field, document),
  ];
  if (main === undefined) return told;
  const byGroup = known.get(document) ?? new Map<string, Clue[]>();
  known.set(document, byGroup);
  const key = `${main} ${kind}`;
  const found = byGroup.get(key) ?? collect(main, kind, document);
  byGroup.set(key, found);
  // "gainer: company whose shares rose" and "current_company" are not whoever sends the text.
  const isOther =
    main === 'company' && (!/company|firm|organi[sz]ation|business/i.test(field.name) || isCurrent(field));
  return [...found.filter(({ how }) => !(isOther && how === 'sender')), ...told].filter(
    ({ value }) => (typeof value === 'number') === (field.type === 'number' || field.type === 'integer'),
  );
}

function collect(main: string, kind: Kind, document: Document): Clue[] {
  switch (main) {
    case 'invoice number':
    case 'invoice date':
      return findTitle(main, document);
    case 'sender':
    case 'recipient':
    case 'sent':
    case 'subject':
      return findInHeader(main, kind, document);
    case 'author':
    case 'published':
    case 'place':
      return findByline(main, document);
    case 'vendor':
    case 'company':
    case 'issuer':
    case 'store':
      return [...(main === 'vendor' ? findPartyBlocks('vendor', document) : []), ...findSender(document)];
    case 'merchant': {
      const paid = findPaid(document);
      return paid.length > 0 || isNotice(document) ? paid : findSender(document);
    }
    case 'customer':
      return [...findPartyBlocks('customer', document), ...findWriter(document), ...findAddressed(document)];
    case 'amount':
    case 'balance':
    case 'card':
      return findInNotice(main, document);
    case 'ticket number':
    case 'created':
      return findTicket(main, document);
    case 'total':
    case 'subtotal':
    case 'tax amount':
      return findSums(main, document);
    default:
      return [];
  }
}

/** "current_company" asks for one of several. */
export const isCurrent = ({ name }: Field): boolean => /^(?:current|present|latest)[_ -]?/i.test(name);
