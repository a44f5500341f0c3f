import type { Document } from '../text/document.ts';
import { readParty } from '../text/parties.ts';
import type { Clue } from './clue.ts';

// A request to a help desk: its number in the first line or in a note at the end, the day under "Date", and who wrote it.

const score = 1;
const edge = 4;
const numbered =
  /^[\W_]*(?:new )?(?:(?:support |service |help ?desk )?(?:ticket|case|request|conversation|incident|issue|enquiry|inquiry|ärende|anfrage|vorgang|demande|caso|sag)\b[ #:.-]*(?:id|no|nr|number|ref)?[ #:.=-]*|#)((?:[A-Z]{1,8}[-_ ]?)?\d[\dA-Z-]{2,})(?![\w@])/iu;

export function findTicket(main: 'ticket number' | 'created', document: Document): Clue[] {
  const lines = document.lines.filter(({ text }) => text.trim() !== '');
  const edges = [...lines.slice(0, edge), ...lines.slice(edge).slice(-2)];
  const titled = edges.flatMap((line) => {
    const match = numbered.exec(line.text);
    return match === null ? [] : [{ line, value: match[1]!, start: line.start + match[0].length - match[1]!.length }];
  })[0];
  if (main === 'ticket number') {
    if (titled === undefined) return [];
    const { start, value } = titled;
    return [{ start, end: start + value.length, value, trust: 1, score, how: 'title' }];
  }
  // "Date" means the day of the ticket if the first lines have one such label.
  const dated = document.pairs.filter(({ label, line }) => label === 'date' && line < 10);
  const from = dated.length === 1 ? dated[0]! : undefined;
  const near = from === undefined ? titled?.line : document.lines[from.line];
  const dates = document.dates.filter(
    ({ start }) => near !== undefined && start >= (from?.start ?? near.start) && start <= near.start + near.text.length,
  );
  const [date] = dates;
  if (date === undefined || (from === undefined && dates.length > 1)) return [];
  return [{ start: date.start, end: date.end, value: date.day, trust: 1, score: 0.9, how: 'title' }];
}

const writes =
  /^(?:from|user|by|contact|name|client|requester|customer|caller|reporter|sender|von|de|da|fra|från|van)$/;

/** "From: Mei Lin, mei@lin.example": whoever gives a name with an address is the one who writes. */
export function findWriter(document: Document): Clue[] {
  if (
    !findTicket('ticket number', document).length &&
    !document.pairs.some(({ label }) => /^(?:ticket|case|incident|request)(?: number)?$/.test(label))
  )
    return [];
  const own = document.pairs.filter(({ label, value }) => writes.test(label) && /\S@\S/.test(value));
  if (own.length !== 1) return [];
  const { value: given, start: from } = own[0]!;
  const value = readParty(given);
  const at = value === undefined ? -1 : given.indexOf(value);
  return value === undefined || at < 0 || value.includes('@')
    ? []
    : [{ start: from + at, end: from + at + value.length, value, trust: 1, score: 0.95, how: 'block' }];
}
