import { splitWords } from '../language/words.ts';
import { readMeaning } from '../schema/field.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
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
  const wanted = events.filter(([roles]) => roles.test(asked));
  if (wanted.length === 0) return [];
  return document.dates.flatMap(({ start, end, day }) => {
    const before = document.text
      .slice(Math.max(0, start - 120), start)
      .split('\n')
      .at(-1)!;
    // In "left on 2 March and will arrive on 5 April", each day has the nearest verb.
    const clause = before.slice(before.search(/(?: and | und | et | y )(?=[^\d]*$)/iu) + 1);
    const led = clause.replace(between, '');
    return wanted.some(([, cue]) => cue.test(led) || cue.test(clause.trimEnd()))
      ? [{ start, end, value: day, trust: 1, score, how: 'block' as const }]
      : [];
  });
}
