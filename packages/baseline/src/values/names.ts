import { loadCompromise } from '../language/libraries.ts';
import { fold } from '../language/words.ts';
import { countryNames, isStateName, languageNames } from './countries.ts';
import { isMonthName } from './dates.ts';

// Finds names of persons, organizations and places: runs of capitalized words, distinguished by the words in and around
// them and by a small lexicon of given names and places.

export type NameKind = 'person' | 'organization' | 'place';
export type Name = { text: string; start: number; end: number; kind: NameKind | undefined };

/** The lexicon takes about a second per 50,000 characters, and important names come early. */
const charsMax = 60_000;

const capital = "\\p{Lu}[\\p{L}\\d'’&.-]*";
const link = '(?:of|de|da|do|dos|del|della|di|la|le|les|van|von|der|den|el|al|bin|ibn|for|the|y|e|zu|zur|und|et|&|\\+)';
const chunkPattern = new RegExp(`(?<![\\p{L}\\d@/._-])${capital}(?: (?:${link} ){0,3}${capital}){0,12}`, 'gu');

const companyForms =
  'inc|incorporated|ltd|limited|llc|llp|plc|corp|corporation|co|company|gmbh|ag|kg|ug|se|sa|sas|sarl|srl|spa|sl|bv|nv|as|asa|ab|aps|oy|oyj|ou|sia|pty|pvt|pc|kk|pte|sdn|bhd|lda|ltda|kft|zrt|eurl|sasu|doo|sro';
const companyForm = new RegExp(`^(?:${companyForms})$`);
/** Legal forms in small letters, which no run of capitals has: "Delta Trade d.o.o." */
const smallForm =
  /^,? (?:d\. ?o\. ?o|s\. ?r\. ?o|a\. ?s|sp\. ?z ?o\. ?o|z\. ?s|e\. ?[KVG]|a\. ?G|k\. ?s|mbH|d\. ?d)\.?(?![\p{L}\d])/u;
const organizationWords =
  /\b(?:bank|bancorp|university|universidad|universidade|université|universität|institute|college|school|academy|hospital|clinic|agency|union|party|club|foundation|museum|association|organi[sz]ation|ministry|department|council|committee|commission|group|holdings?|ventures|capital|partners|research|security|semiconductors?|laborator(?:y|ies)|labs?|technolog(?:y|ies)|systems?|software|solutions|services?|consulting|engineers|engineering|logistics|freight|airlines?|airways|motors|pharma|biologics|energy|electric|electrical|financial|insurance|media|news|press|publishing|studios?|society|alliance|federation|bureau|authority|court|parliament|senate|congress|police|army|church|cross|rovers|united|fc|athletic|wanderers|team|foundry|shipyard|ferries|railways?|robotics|analytics|instruments|electronics|foods?|market|stores?|shop|supply|trading|textiles|construction|properties|property|management|district|center|centre|co-op|cooperative|network|wire|times|post|journal|telegraph|report|opinion|polls?|mobile|telecom|interactive|digital|works)\b/i;

const roleWords =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|lord|lady|senator|governor|mayor|president|prime|vice|chairman|chairwoman|chair|minister|secretary|king|queen|prince|princess|judge|justice|captain|coach|chief|executive|ceo|cfo|cto|director|manager|founder|co-founder|cofounder|head|leader|member|spokesman|spokeswoman|spokesperson|champion|teenager|substitute|goalkeeper|striker|defender|midfielder|star|veteran|actor|actress|singer|author|co-author|analyst|officer|official|general|colonel|sergeant|detective|attorney|lawyer|nurse|student|farmer|resident|owner|mother|father|victim|suspect|witness|neighbou?r|pupil|tenant|shopkeeper|volunteer|activist|campaigner|trader|founder|publisher|landlord|customer|passenger|survivor|widow|daughter|son|brother|sister|correspondent|reporter|editor|developer|engineer|driver|teacher|artist|pilot|agent|expert|ambassador|candidate|councillor|deputy|prosecutor|pope|bishop|rabbi|imam|reverend|chemist|\p{L}{2,}(?:ologist|onomer|ographer|icist|emist|ematician|ysicist|atrician|ician|archer|unner|inner|ntist|umnist|nalist))$/u;

const ordinary = new Set(
  'the a an in on at by for from to of and but or if when while after before this that these those it its he she we they i you my your our his her their no not yes please dear hello hi hey thanks thank best kind regards yours sincerely faithfully cheers call contact ask email write tell send kindly many with since until during who what where why how there here all some any each both more most as so then now today yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday invoice total date subject re fw fwd page ref number amount balance note attention important new open see let could would should can will shall may is are was were has have had do does did be been being also one two three four five six seven eight nine ten first second third last next mr mrs ms miss dr prof professor sir updated published posted created received sent opened closed shares text byline author source title status priority euro euros dollar dollars pound pounds franc francs herr herrn frau madame monsieur señor señora'.split(
    ' ',
  ),
);

export function findNames(whole: string): Name[] {
  const text = whole.slice(0, charsMax);
  const lexicon = readLexicon(text);
  const names: Name[] = [];
  for (const match of text.matchAll(chunkPattern)) {
    for (const chunk of tidy(match[0], match.index)) {
      const before = text.slice(Math.max(0, chunk.start - 60), chunk.start);
      const form = smallForm.exec(text.slice(chunk.end, chunk.end + 16))?.[0] ?? '';
      const end = chunk.end + form.length;
      const kind = classify(chunk.text + form, before, text.slice(end, end + 30), lexicon);
      names.push({ text: chunk.text + form, start: chunk.start, end, kind: form === '' ? kind : 'organization' });
    }
  }
  return names;
}

/** The name ends after a company form such as "Ltd". */
const afterCompanyForm = new RegExp(`(?<= (?:${companyForms})\\.?) (?!(?:${companyForms})\\b)`, 'iu');
/** "University of Iceland" is one name, "Ada Byron of the Royal Society" are two. */
const beforeOf =
  /(?<!(?:University|Universidad|Universidade|Bank|Institute|School|College|Department|Ministry|Museum|Council|House|Bureau|Church|Court|State|City|Port|Board|Academy|Faculty|Office|Republic|Isle|Bay|Federation|Association|Society|Chamber|Union|Centre|Center|Hospital|Order|Master|Bachelor|Head|Director|Professor|Free)) of /u;

/** Removes words that are capitalized for other reasons: at the start of a sentence, titles, days, months. */
function tidy(text: string, start: number): { text: string; start: number; end: number }[] {
  // A sentence ends inside, as in "in May. The", but not in "J. Smith" or "St. Mary".
  const cut = text.search(
    /(?<=\p{Ll}{3,}\.) |(?<=\p{Lu}{4,}\.|\d{2}\.|(?<!\p{L})(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CAD|AUD|UTC|GMT|CET|VAT)\.) (?=\p{Lu}\p{Ll})/u,
  );
  if (cut > 0 && !companyForm.test(fold(text.slice(0, cut).split(' ').at(-1)!).replaceAll('.', ''))) {
    return [...tidy(text.slice(0, cut), start), ...tidy(text.slice(cut + 1), start + cut + 1)];
  }
  for (const pattern of [afterCompanyForm, beforeOf]) {
    const at = text.search(pattern);
    if (at > 0) return [...tidy(text.slice(0, at), start), ...tidy(text.slice(at + 1), start + at + 1)];
  }
  let words = text.split(' ');
  let from = start;
  // Jan is a month, and a first name before another one.
  const isJan = (): boolean => words[0] === 'Jan' && words.length > 1;
  while (!isJan() && words.length > 0 && (isOrdinary(words[0]!) || (words.length > 1 && isRole(words[0]!)))) {
    from += words[0]!.length + 1;
    words = words.slice(1);
  }
  while (words.length > 0 && (isOrdinary(words.at(-1)!) || /^(?:of|de|for|the|&|e|y|et)$/.test(words.at(-1)!)))
    words = words.slice(0, -1);
  if (words.length === 0) return [];
  let name = words
    .join(' ')
    .replace(/['’]s$/, '')
    .replace(/[-&]+$/, '')
    .trim();
  if (
    name.endsWith('.') &&
    !companyForm.test(fold(words.at(-1)!).replaceAll('.', '')) &&
    !/(?:^|[ .])\p{Lu}\.$/u.test(name)
  )
    name = name.slice(0, -1);
  return /\p{L}{2}/u.test(name) ? [{ text: name, start: from, end: from + name.length }] : [];
}

const isOrdinary = (word: string): boolean => {
  // "Nordbank AS" ends with its legal form, not with "as".
  if (/^\p{Lu}{2,}$/u.test(word) && companyForm.test(fold(word))) return false;
  const plain = fold(word).replace(/[.,]$/, '');
  return ordinary.has(plain) || isMonthName(plain);
};

export const isRole = (word: string): boolean => roleWords.test(fold(word).replace(/[.,:]$/, ''));

type Lexicon = { people: Set<string>; organizations: Set<string>; places: Set<string> };

function readLexicon(text: string): Lexicon {
  const doc = loadCompromise()(text);
  const list = (found: { out(as: 'array'): unknown }): Set<string> =>
    new Set((found.out('array') as string[]).map((name) => fold(name).replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')));
  return { people: list(doc.people()), organizations: list(doc.organizations()), places: list(doc.places()) };
}

export const hasCompanyForm = (text: string): boolean =>
  companyForm.test(fold(text.split(/[\s,]+/).at(-1) ?? '').replaceAll('.', ''));

export function isOrganizationName(text: string): boolean {
  if (hasCompanyForm(text) || / & /.test(text)) return true;
  // "Bank" alone is not a name.
  return organizationWords.test(text) && text.includes(' ');
}

/** Words before a name that say what it is. */
const kindOfCompany =
  /^(?:company|firm|start-?up|maker|\p{Ll}+maker|operator|retailer|publisher|carrier|airline|lender|bank|brand|group|union|club|agency|shipyard|manufacturer|supplier|insurer|producer|competitor|rival|newspaper|magazine|journal|network|broadcaster)$/u;

function classify(text: string, before: string, after: string, lexicon: Lexicon): NameKind | undefined {
  const plain = fold(text);
  const words = text.split(' ');
  if (countryNames.has(text) || isStateName(text)) return 'place';
  if (languageNames.has(text)) return undefined;
  // A headline in capitals is not a name.
  if (words.length > 4 && text === text.toUpperCase()) return undefined;
  if (isOrganizationName(text)) return 'organization';
  if (/\p{Ll}\p{Lu}\p{Ll}/u.test(text) && words.length === 1) return 'organization';
  const last = before.trimEnd().split(/\s+/).at(-1) ?? '';
  const hasRole = isRole(last) || /\b(?:mr|mrs|ms|dr|prof)\.? $/i.test(before);
  if (kindOfCompany.test(last)) return 'organization';
  const looksPersonal =
    words.length >= 2 && words.length <= 4 && words.every((word) => /^\p{L}[\p{L}'’.-]*$/u.test(word));
  if (hasRole && looksPersonal) return 'person';
  if (lexicon.people.has(plain) && looksPersonal) return 'person';
  if (
    looksPersonal &&
    /^,? (?:said|says|told|wrote|added|who|visited|denied|warned|called|announced|became|resigned)\b/.test(after)
  )
    return 'person';
  if (lexicon.organizations.has(plain)) return 'organization';
  if (lexicon.places.has(plain)) return 'place';
  if (looksPersonal && [...lexicon.people].some((person) => person.includes(plain) || plain.includes(person)))
    return 'person';
  if (/\b(?:in|near|to) $/.test(before) && words.length <= 2 && !looksPersonal) return 'place';
  if (words.length >= 2 && /\b(?:to|from|with) $/.test(before)) return 'organization';
  return undefined;
}
