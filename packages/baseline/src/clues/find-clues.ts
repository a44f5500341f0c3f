import { readMeaning } from '../schema/field.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import type { Clue } from './clue.ts';
import { findPartyBlocks } from './party-blocks.ts';
import { findSender } from './sender.ts';
import { findSums } from './sums.ts';
import { findTitle } from './title.ts';

// Places of a value that are as good as a label: the title of a document, the block under a party's heading, the sum
// that works out, the sender in the letterhead.

const known = new WeakMap<Document, Map<string, Clue[]>>();

/** Finds the clues for a field, by the group of its labels. */
export function findClues(field: Field, document: Document): Clue[] {
  const main = readMeaning(field).group?.strong[0];
  if (main === undefined) return [];
  const byGroup = known.get(document) ?? new Map<string, Clue[]>();
  known.set(document, byGroup);
  const found = byGroup.get(main) ?? collect(main, document);
  byGroup.set(main, found);
  return found.filter(
    ({ value }) => (typeof value === 'number') === (field.type === 'number' || field.type === 'integer'),
  );
}

function collect(main: string, document: Document): Clue[] {
  switch (main) {
    case 'invoice number':
    case 'invoice date':
      return findTitle(main, document);
    case 'vendor':
    case 'merchant':
    case 'company':
    case 'issuer':
    case 'store':
      return [...(main === 'vendor' ? findPartyBlocks('vendor', document) : []), ...findSender(document)];
    case 'customer':
      return findPartyBlocks('customer', document);
    case 'total':
    case 'subtotal':
    case 'tax amount':
      return findSums(main, document);
    default:
      return [];
  }
}
