import { splitWords } from '../language/words.ts';
import { readMeaning } from '../schema/field.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { type DateFound, findDaysWithoutYear } from '../values/dates.ts';
import type { Clue } from './clue.ts';

// The day that a sentence gives for an event: "left Hamburg on 2 March", "please confirm by 17 April". Two days for one event compete.

const charsMax = 6_000;
const score = 0.9;

/** By the words of a field: what the clause before the day says. */
const events: [RegExp, RegExp][] = [
  [
    /\b(?:deadline|due|reply by|respond by|payable)\b/,
    /(?<!\p{L})(?:by|before|until|no later than|not later than|bis(?: spätestens)?(?: zum)?|spätestens(?: am)?|vor dem|avant(?: le)?|au plus tard(?: le)?|jusqu'au|antes del?|hasta el|prima del?|entro(?: il)?|vóór|uiterlijk(?: op)?|senast|inden|przed|do dnia)\s*$/iu,
  ],
  [
    /\b(?:departure|departs?|left)\b/,
    /(?<!\p{L})(?:left|leaves?|departed|departs?|sails?|sailed|takes? off|took off|verließ|part|parti[et]?|sale|salió)(?!\p{L})[^,;.!?]*$/iu,
  ],
  [
    /\b(?:arrival|arrives?|eta)\b/,
    /(?<!\p{L})(?:reach(?:es|ed)?|arrive[sd]?|arriving|lands?|landed|docks?|erreicht|arrive|arrivera|llega|llegará)(?!\p{L})[^,;.!?]*$/iu,
  ],
  [
    /\boutbound\b/,
    /(?<!\p{L})(?:fly|flying|flies|flew|leav(?:e|ing)|travel(?:s|ling)?|depart(?:s|ing)?)(?!\p{L})(?![^;.!?]* (?:back|return))[^;.!?]*$/iu,
  ],
  [/\b(?:return|inbound)\b/, /(?<!\p{L})(?:back|returns?|returning)(?!\p{L})[^,;.!?]*$/iu],
  [/\badmission\b/, /(?<!\p{L})(?:admitted|aufgenommen|admise?|ingresado)(?!\p{L})[^,;.!?]*$/iu],
  [
    /\b(?:end|ends|expiry|expires?|termination|until)\b/,
    /(?<!\p{L})(?:ends?|ended|ending|expires?|expired|until|till|terminat\p{L}+|kündig\p{L}*|endet|läuft bis|expire|termina|jusqu'au|hasta el)(?!\p{L})[^;.!?]*$/iu,
  ],
  [
    /\b(?:start|starts?|begin|begins|effective|from|check ?in|arrival)\b/,
    /(?<!\p{L})(?:starts?|started|starting|begins?|began|commences?|joins?|joined|effective|with effect|from|as of|beginnt|beginn|ab|vom|commence|à partir|empieza|comienza|desde|inizia)(?!\p{L})[^;.!?]{0,40}$/iu,
  ],
  [
    /\border(?:ed)?\b/,
    /(?<!\p{L})(?:ordered|order placed|placed an order|booked|commandé|pedido|ordinato)(?!\p{L})[^;.!?]*$/iu,
  ],
  [/\bdischarge\b/, /(?<!\p{L})(?:discharged|released|entlassen)(?!\p{L})[^,;.!?]*$/iu],
  [
    /\b(?:purchase|bought)\b/,
    /(?<!\p{L})(?:bought|purchased|gekauft|kaufte|acheté|compr[óa]d?o?)(?!\p{L})[^,;.!?]*$/iu,
  ],
  [/\bsale\b/, /(?<!\p{L})(?:sold|verkauft|verkaufte|vendue?|vendid[oa])(?!\p{L})[^,;.!?]*$/iu],
  [
    /\b(?:interview|appointment|meeting|event)\b/,
    /(?<!\p{L})(?:interview|appointment|meeting|meet|Termin|rendez-vous|cita|see you)(?!\p{L})[^;.!?]*$/iu,
  ],
];

/** Days of the week and articles between the word and the day. */
const between =
  /(?:(?:(?:on|at|the|am|zum|dem|den|le|el|il|latest|end of|close of business|noon|midnight|\d{1,2} ?(?:am|pm)|mon|tues|wednes|thurs|fri|satur|sun|montag|diens|mittwoch|donners|freitag|sams|sonn|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?:day|tag)?s?\.?,? )*)$/iu;

export function findToldDates(field: Field, document: Document): Clue[] {
  const { kind, group } = readMeaning(field);
  if (kind !== 'date' || document.text.length > charsMax) return [];
  const asked = [...splitWords(field.name), ...splitWords(field.title), group?.strong[0] ?? ''].join(' ');
  const ranges = findRanges(document);
  const placed = [...readRanges(asked, ranges), ...readMoved(asked, document), ...readOnly(field, document)];
  if (placed.length > 0) return placed.map(({ start, end, day }) => toClue(start, end, day));
  const wanted = events.filter(([roles]) => roles.test(asked));
  if (wanted.length === 0) return [];
  const lasts = new Set(ranges.map(({ last }) => last));
  return document.dates.flatMap((date) => {
    // "from 4 to 9 July": the 9th begins nothing.
    if (lasts.has(date) && startRoles.test(asked) && !endRoles.test(asked)) return [];
    const { start, end, day } = date;
    const before = document.text
      .slice(Math.max(0, start - 120), start)
      .split('\n')
      .at(-1)!;
    // In "left on 2 March and will arrive on 5 April", each day has the nearest verb.
    const clause = before.slice(before.search(/(?: and | und | et | y )(?=[^\d]*$)/iu) + 1);
    const led = clause.replace(between, '');
    return wanted.some(([, cue]) => cue.test(led) || cue.test(clause.trimEnd())) ? [toClue(start, end, day)] : [];
  });
}

const toClue = (start: number, end: number, value: string): Clue => ({
  start,
  end,
  value,
  trust: 1,
  score,
  how: 'block',
});

const startRoles = /\b(?:start|starts?|begin|begins|from|first|check ?in|arrival|outbound|pick ?up)\b/;
const endRoles = /\b(?:end|ends|until|to|last|check ?out|return|drop ?off|expiry)\b/;
const rangeLink =
  /^ ?(?:-|–|to|and|until|till|through|bis(?: zum)?|und|au|et|al|y|a|e|tot|en) ?(?:(?:the|dem|den|le|el|il|\p{L}{2,10}day|\p{L}{2,8}tag),? )?$/iu;

type Range = { first: DateFound; last: DateFound };

/** "from 4 to 9 July", "between 3 May 2025 and 10 May 2025". */
const findRanges = ({ dates, text }: Document): Range[] =>
  dates.flatMap((first, index) => {
    const last = dates[index + 1];
    return last !== undefined && last.day > first.day && rangeLink.test(text.slice(first.end, last.start))
      ? [{ first, last }]
      : [];
  });

function readRanges(asked: string, ranges: Range[]): DateFound[] {
  if (ranges.length !== 1) return [];
  const [isStart, isEnd] = [startRoles.test(asked), endRoles.test(asked)];
  return isStart === isEnd ? [] : ranges.map(({ first, last }) => (isStart ? first : last));
}

const moved =
  /(?<!\p{L})(?:mov(?:e|ed|ing)|postponed?|rescheduled?|shift(?:ed)?|put off|brought forward|delayed|changed?|verschoben|verlegt)(?!\p{L})/iu;
const toDay =
  /(?:(?:to|until|till|auf(?: den)?)(?: the)?(?: \p{L}{2,10}day,?)?|\d{1,2}(?:st|nd|rd|th)?(?: \p{L}{3,9})? to) $/iu;

/** "scheduled for 9 May has been moved to 13 June": one day is the old one, the other the new one. */
function readMoved(asked: string, { dates, text }: Document): DateFound[] {
  const isNew = /\b(?:new|rescheduled|revised|updated)\b/.test(asked);
  const isOld = /\b(?:original|old|previous|planned|initial|former)\b/.test(asked);
  if (isNew === isOld || !moved.test(text)) return [];
  const later = dates.filter(({ start }) => toDay.test(text.slice(Math.max(0, start - 40), start)));
  if (later.length !== 1) return [];
  const others = dates.filter(({ day }) => day !== later[0]!.day);
  return isNew ? later : others.length === 1 ? others : [];
}

const otherDay =
  /(?<!\p{L})(?:by|before|until|no later than|born(?: on)?|since|bis|due|deadline(?: is)?|expires?(?: on)?)[: ]+(?:the )?$/iu;

/** Of an invitation with a day to answer by, the other day is the date. */
function readOnly({ name }: Field, { dates, text }: Document): DateFound[] {
  if (!/^(?:event |meeting )?date$/.test(splitWords(name).join(' '))) return [];
  const days = findDaysWithoutYear(text, dates[0]?.day ?? '2000-01-01');
  const all = [...dates, ...days.filter((one) => !dates.some(({ start, end }) => one.start < end && start < one.end))];
  const free = all.filter(({ start }) => !otherDay.test(text.slice(Math.max(0, start - 30), start)));
  return free.length === 1 && all.length > 1 && dates.includes(free[0]!) ? free : [];
}
