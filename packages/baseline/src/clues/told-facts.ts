import { fold, singular, splitWords } from '../language/words.ts';
import { type Kind, readMeaning } from '../schema/field.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { isMonthName } from '../values/dates.ts';
import type { Clue } from './clue.ts';

// What plain sentences say of a thing: where it goes from and to, why, as what somebody works, which plan, who presents.
// Each fact is read by the words around it; two values for one field compete.

/** A longer text has several subjects. */
const charsMax = 2_000;
const score = 0.9;

/** What somebody bought may have a name that says it better. */
const weakScore = 0.7;

type Fact = {
  isWeak?: true;
  /** Words of fields that ask for it. The last word of a field says what it is: "product category" is no product. */
  asked: string;
  /** The word may stand before another: "departure city". */
  isPart?: true;
  /** Names its value `v`. */
  pattern: string;
};

const word = "\\p{Lu}[\\p{L}\\p{M}\\d'’&-]*";
const NAME = `(?:St\\. )?${word}(?: (?:(?:de|del|della|la|le|van|von|der|of|do|da|di|du|&) ){0,2}${word}){0,4}`;
const PLACE = `(?:St\\. )?${word}(?: (?:(?:de|del|la|am|an der|upon) )?${word}){0,2}`;
const the = "(?:the |a |an |our |my |your |this |der |dem |den |die |das |le |la |les |el |los |las |l['’])?";
const TOWN = "\\p{Lu}[\\p{L}\\p{M}'’-]+(?: (?:(?:am|an der|upon|de|la|del) )?\\p{Lu}[\\p{L}\\p{M}'’-]+){0,2}";
/** The end of a clause. */
const END = '(?=[.;:!?\\n]|,|$)';

const table: Fact[] = [
  {
    isPart: true,
    asked: 'departure, origin',
    pattern: `(?<!\\p{L})(?i:from|departs?|departing|leaves?|leaving|left|aus|von|ab|de|depuis|desde|da) (?<v>${PLACE}) (?:to|for|nach|bound|towards|à|vers|a|hasta)(?!\\p{L})`,
  },
  {
    isPart: true,
    asked: 'destination, arrival',
    pattern: `(?<!\\p{L})(?i:from|aus|von|ab|depuis|desde|de|da) ${PLACE} (?:to|nach|towards|à|vers|a|hasta) (?<v>${PLACE})`,
  },
  {
    isPart: true,
    asked: 'destination, arrival',
    pattern:
      `(?<!\\p{L})(?i:flights?|fly|flies|flew|trains?|bus|trip|travel\\p{L}*|sail\\p{L}*|ship\\p{L}*|deliver\\p{L}*|headed|bound|goes|going|moves?|moved|moving|vol|vols|Flug|vuelo|volo)(?!\\p{L})[^.;!?]{0,30}? (?:to|for|nach|pour|para|per) ` +
      `(?<v>${PLACE})`,
  },
  {
    asked: 'city, place, location, town, venue',
    pattern: `(?<!\\p{L})(?i:signed|signé|held|took place|born|lives?|living|based|situated|located|opened|office|branch|court|unterzeichnet|firmad\\p{L}|wohnt|lebt|liegt|apartment|flat|house|hotel) (?:[^.,;!?]{1,25} )?(?:in|at|near|à|en|zu) (?<v>${PLACE})`,
  },
  {
    asked: 'city, town',
    pattern: `(?:\\p{L} \\d{1,4}[a-zA-Z]?|\\d{1,4} \\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+){0,3}), (?:[A-Z]{0,2}-?\\d{4,6} )?(?<v>${TOWN})(?=[,.;]| \\p{Lu}{1,2}\\d| \\d| (?:before|on|at|by|from)|$)`,
  },
  {
    asked: 'priority, severity, urgency, level',
    pattern: `(?<!\\p{L})(?i:priority|severity|urgency|level)(?: is| was|:)? (?<v>low|lowest|medium|normal|high|highest|urgent|critical|minor|major|severe)(?!\\p{L})`,
  },
  {
    asked: 'restaurant, hotel, venue',
    pattern: `(?<!\\p{L})(?i:dinner|lunch|brunch|breakfast|table|meal|ate|reservation|booking|night|nights|stay|stayed|room|party|event)(?!\\p{L})[^.;!?]{0,40}? (?:at|in|im|bei|chez|en) ${the}(?<v>${NAME})`,
  },
  {
    asked: 'bank, branch',
    pattern: `(?<!\\p{L})(?i:account|deposit|loan|card|Konto|compte|cuenta)(?!\\p{L})[^.;!?]{0,20}? (?:at|with|from|bei|chez|en) ${the}(?<v>${NAME})`,
  },
  {
    asked: 'carrier, courier, shipper, forwarder',
    pattern: `(?<!\\p{L})(?i:ship\\p{L}*|sent|send|deliver\\p{L}*|parcel|package|dispatched|versandt|geliefert)(?!\\p{L})[^.;!?]{0,30}? (?:with|by|via|through|per|mit|par|con) (?<v>${NAME})`,
  },
  {
    asked: 'position, job, role, occupation, title, profession',
    pattern: `(?<!\\p{L})(?i:hir\\p{L}+|join\\p{L}*|appoint\\p{L}*|works?|worked|working|promot\\p{L}+|starts?|started|begins?|employ\\p{L}*|serves?|served|nam\\p{L}+|arbeitet|beginnt)(?!\\p{L})(?:[^.;!?]|(?<=(?:Dr|Mr|Mrs|Ms|Prof|St))\\.){0,80}? (?:as|als) ${the}(?:new )?(?<v>\\p{L}[\\p{L}-]*(?: (?!(?:on|from|at|with|since|because|when|after|before|until|starting|and|she|he|who|for|in|to)(?!\\p{L}))[\\p{L}-]+){0,4})`,
  },
  {
    asked: 'position, job, role, occupation, profession',
    pattern: `${word}(?: ${word}){1,3}, (?:our|the|an?|his|her|their) (?:new |former )?(?<v>\\p{Ll}[\\p{L}-]+(?: \\p{Ll}[\\p{L}-]+){0,3}?)(?=[,.;]| (?:at|of|in|for|from) )`,
  },
  {
    asked: 'position, job, role, occupation, title, profession, vacancy, opening',
    pattern: `(?<!\\p{L})(?i:vacancy|opening|position|job|looking|hiring|apply\\p{L}*|applied|Stelle)(?!\\p{L})[^.;!?]{0,40}? (?:for|of|as|als) ${the}(?:new )?(?<v>\\p{L}[\\p{L}-]*(?: (?!(?:on|from|at|with|since|starting|and|who|for|in|to|by|is|was)(?!\\p{L}))[\\p{L}-]+){0,4})`,
  },
  {
    asked: 'item, product, article, goods, thing, object, device',
    pattern: `(?<!\\p{L})(?i:sold|bought|purchased|ordered|rented|lost|returned?|sell|buy|repair|repaired|broke)(?!\\p{L}) ${the}(?:his |her |their |new |used )?(?!(?:between|to|from|for|at|on|in|with|by|out|off|up|over|under|online|via)(?!\\p{L}))(?<v>\\p{L}[\\p{L}\\d-]*(?: (?!(?:to|from|for|at|on|in|with|that|which|because|and|I|he|she|we|they|last|yesterday|today|was|is|by)(?!\\p{L}))[\\p{L}\\d-]+){0,3})`,
    isWeak: true,
  },
  {
    asked: 'payment, method',
    pattern: `(?<!\\p{L})(?i:paid|pays?|paying|payment|settled|bezahlt\\p{L}*|payé\\p{L}*|pagad\\p{L}*)(?!\\p{L})[^.;!?]{0,40}? (?:in|by|with|via|through|mit|per|en|par|con) (?<v>cash|(?:credit |debit )?card|(?:bank |wire )?transfer|cheque|check|PayPal|direct debit|invoice|Karte|Überweisung|espèces|carte|virement|efectivo|tarjeta)(?!\\p{L})`,
  },
  {
    asked: 'manager, supervisor, boss, superior',
    pattern: `(?<!\\p{L})(?i:reports?|reporting|reported) (?:directly )?to (?:the )?(?<v>${NAME})`,
  },
  {
    asked: 'cause, reason, why, grund, motif',
    pattern: `(?<!\\p{L})(?i:because(?: of)?|due to|owing to|caused by|as a result of|weil|wegen|aufgrund|parce qu[e'’]|à cause d[e'’]|porque|debido a) ?(?<v>(?:[^.;!?,\\n]|(?<=(?:Dr|Mr|Mrs|Ms|Prof|St))\\.){3,120}?)${END}`,
  },
  {
    asked: 'problem, issue, defect, fault, symptom',
    pattern: `(?<!\\p{L})(?i:the (?:problem|issue|fault|defect) is (?:that )?|has a problem: )(?<v>[^.;!?\\n]{3,120}?)${END}`,
  },
  {
    asked: 'reference, purpose, motif, verwendungszweck',
    pattern: `(?<!\\p{L})(?i:reference|ref\\.?|purpose|verwendungszweck|betreff|motif|concepto) ?[:=] ?(?<v>[^.;\\n]{2,60}?)(?=[.;\\n]|$)`,
  },
  {
    asked: 'allergy, allergie',
    pattern: `(?<!\\p{L})(?i:allergic to|allergisch gegen|allergique (?:à|au)|alérgic\\p{L} a) (?<v>[^.;!?,\\n]{2,60}?)(?=[.;!?,\\n]|$| and (?:he|she|does|is|has|takes)(?!\\p{L}))`,
  },
];
const facts = table.map(({ pattern, ...fact }) => ({ ...fact, pattern: new RegExp(pattern, 'gu') }));

const places = new Set<Kind>(['place']);
const words = new Set<Kind>(['text', 'person', 'organization', 'party', 'place', 'code']);

export function findToldFacts(field: Field, document: Document): Clue[] {
  const { kind } = readMeaning(field);
  if (field.type !== 'string' || !words.has(kind) || document.text.length > charsMax) return [];
  const asked = rolesOf(field);
  const heads = new Set([headOf(field.name), headOf(field.title)]);
  const found = facts
    .filter(({ asked: roles, isPart }) => roles.split(', ').some((role) => (isPart ? asked : heads).has(role)))
    .flatMap(({ pattern, isWeak }) =>
      readAll(pattern, document, kind).map((clue) => (isWeak ? { ...clue, score: weakScore } : clue)),
    );
  return [
    ...found,
    ...readBeside(field, document, kind),
    ...readNamed(asked, document, kind),
    ...readNumbered(field, asked, document),
  ];
}

const emptyWords = new Set(
  'name number code no nr id the of a an full kind type date time person company place description text value is has'.split(
    ' ',
  ),
);

const rolesOf = ({ name, title }: Field): Set<string> =>
  new Set(
    [...splitWords(name), ...splitWords(title)].map((one) => singular(fold(one))).filter((one) => one.length > 1),
  );

/** "manager_name" asks for a manager, "reason_for_return" for a reason. */
function headOf(text: string): string {
  const words = splitWords(text).map((one) => singular(fold(one)));
  const end = words.findIndex((one) => ['of', 'for', 'to', 'from', 'by'].includes(one));
  return (end > 0 ? words.slice(0, end) : words).filter((one) => one !== 'name').at(-1) ?? '';
}

function readAll(pattern: RegExp, { text }: Document, kind: Kind): Clue[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const value = (match.groups?.v ?? '').trim();
    const start = match.index + match[0].lastIndexOf(value);
    const isDay = isMonthName(value) || /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i.test(value);
    return value === '' || isDay || pronoun.test(value) || (places.has(kind) && !/^\p{Lu}/u.test(value))
      ? []
      : [toClue(value, start)];
  });
}

const pronoun = /^(?:it|them|this|that|these|those|one|ones|some|something|anything|everything|him|her|us|me|you)$/i;

const toClue = (value: string, start: number): Clue => ({
  start,
  end: start + value.length,
  value,
  trust: 1,
  score,
  how: 'told',
});

const byWord: Record<string, string> = {
  by: 'by|von|par|por|da',
  to: 'to|an|à|a',
  from: 'from|von|de|da',
  with: 'with|mit|avec|con',
};

/** "booked_by", "delivered_to": the name after the verb and the preposition of the field. */
function readBeside({ name }: Field, document: Document, kind: Kind): Clue[] {
  const [, verb, preposition = ''] = /^(\p{L}{4,})[_ -](by|to|from|with)$/u.exec(name) ?? [];
  if (verb === undefined) return [];
  const pattern = `(?<!\\p{L})(?i:${verb})(?!\\p{L})[^;!?]{0,80}? (?:${byWord[preposition]}) ${the}(?:\\p{Ll}+ ){0,2}(?<v>${NAME})`;
  return readAll(new RegExp(pattern, 'gu'), document, kind);
}

/** "the Pro plan", "the High Court in London", "Sofia Lind will present": the word of the field is beside the name. */
function readNamed(asked: Set<string>, document: Document, kind: Kind): Clue[] {
  const roles = [...asked].filter((one) => one.length >= 4 && !emptyWords.has(one));
  return roles.flatMap((role) => {
    const before =
      kind === 'text'
        ? [`(?:(?<![\\p{L}\\d])(?:the|our|my|your|an?) |[:,–-] ?|^)(?<v>${word}(?: ${word}){0,2}) ${role}(?!\\p{L})`]
        : [];
    const inside =
      kind === 'text' || kind === 'organization'
        ? [`(?<![\\p{L}\\d])(?<v>(?:${word} ){0,3}${capital(role)}(?: (?:of|in|de|for) ${PLACE})?)`]
        : [];
    const stem = /^(.{4,})(?:er|or)$/.exec(role)?.[1];
    const agent =
      (kind === 'text' || kind === 'person' || kind === 'party') && stem !== undefined
        ? [
            `(?<![\\p{L}\\d])(?<v>${word}(?: ${word}){1,2}) (?:will |is going to |has |is )?${stem}(?:s|e|es|ed|ing)?(?!\\p{L})`,
            `(?<!\\p{L})${stem}(?:ed|en|t|n)?(?!\\p{L})[^.;!?,]{0,40}? by (?<v>${NAME})`,
          ]
        : [];
    return [
      ...before.flatMap((pattern) => readAll(new RegExp(pattern, 'gmu'), document, kind)),
      ...inside
        .flatMap((pattern) => readAll(new RegExp(pattern, 'gu'), document, kind))
        .filter(({ value }) => String(value).includes(' ')),
      ...agent.flatMap((pattern) => readAll(new RegExp(pattern, 'gu'), document, kind)),
    ];
  });
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** Other languages' words for what has a number. */
const numbered: Record<string, string> = {
  contract: 'contract|vertrag\\p{L}*|contrat|contrato|contratto',
  customer: 'customer|client|kunde\\p{L}*|cliente',
  order: 'order|bestellung|auftrag|commande|pedido|ordine',
  policy: 'policy|police|póliza|polizza|versicherung',
  account: 'account|konto|compte|cuenta|conto',
  case: 'case|aktenzeichen|dossier|expediente',
  ticket: 'ticket|request',
  flight: 'flight|flug|vol|vuelo|volo',
  serial: 'serial|serien\\p{L}*|série|serie',
};

/** "meinen Vertrag mit der Nummer 7781-22", "customer no. C-1029". */
function readNumbered(field: Field, asked: Set<string>, document: Document): Clue[] {
  if (readMeaning(field).kind !== 'code') return [];
  const nouns = [...asked].flatMap((role) => numbered[role] ?? []);
  if (nouns.length === 0) return [];
  const pattern = new RegExp(
    `(?<!\\p{L})(?:${nouns.join('|')})(?:,? (?:with|mit|avec|con)(?: the| der| le| el)?)? ?(?:(?:number|nummer|numéro|número|numero|no|nr|n)[.°º]*)? ?:? ?$`,
    'iu',
  );
  return document.codes
    .filter(({ start }) => pattern.test(document.text.slice(Math.max(0, start - 60), start)))
    .map(({ start, value }) => toClue(String(value), start));
}
