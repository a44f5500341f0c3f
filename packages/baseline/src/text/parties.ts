import type { Candidate } from '../language/spans.ts';
import { fold } from '../language/words.ts';
import { isSmallWord, legalForms } from '../languages/languages.ts';
import { currencyCodes } from '../values/amounts.ts';
import { hasCompanyForm, isOrganizationName, isRole } from '../values/names.ts';
import type { Document } from './document.ts';
import { isLabel } from './layout.ts';

// Finds persons and organizations in labelled values, letterheads, greetings and running text.

/** Length limit of a name with the words before and after it. */
const partyCharsMax = 300;

const companyTail = /^(?:inc|ltd|llc|llp|p\.?c|plc|gmbh|ag|s\.?a|s\.?l|co|corp|pty|pvt|b\.?v|jr|sr)\b/i;

export function findParties(document: Document, kind: 'person' | 'organization' | 'party'): Candidate[] {
  const found: Candidate[] = [];
  for (const { value, start } of document.pairs) {
    const name = readParty(value);
    if (name !== undefined && fits(name, kind) && !isLabel(name))
      found.push({ start, end: start + value.length, value: name, trust: 1 });
  }
  for (const name of document.names) {
    const trust =
      kind === 'party'
        ? name.kind === 'place'
          ? 0.5
          : 0.8
        : name.kind === kind
          ? 0.85
          : name.kind === undefined
            ? 0.55
            : 0;
    if (trust > 0 && fits(name.text, kind) && !isLabel(name.text))
      found.push({ start: name.start, end: name.end, value: name.text, trust });
  }
  return found.sort((one, other) => one.start - other.start);
}

/** Reads the name at the beginning of a value, without e-mail addresses, titles, street and anything else after it. */
export function readParty(given: string): string | undefined {
  let text = given
    .slice(0, partyCharsMax)
    .replace(/\*\*|__/g, '')
    .trim();
  const address = /\S+@\S+/;
  const inBrackets = text.match(/\(([^()@]{3,60})\)/)?.[1];
  text = text.replace(/[<[(][^<>[\]()]*@[^<>[\]()]*[>\])]/g, ' ').trim();
  if (address.test(text.split(/[\s,;|]/)[0] ?? '') && inBrackets !== undefined) text = inBrackets;
  text = text.replace(address, ' ').replace(/\(.*?\)|<.*?>|\[.*?\]/g, ' ');
  const quoted = text.match(/^["“']([^"”']+)["”']/)?.[1];
  text = (quoted ?? text).trim();
  const turned = text.match(/^(\p{Lu}[\p{L}'’-]+), (\p{Lu}[\p{L}'’.-]+(?: \p{Lu}\.?)?)$/u);
  if (turned && !isOrganizationName(text) && quoted !== undefined) text = `${turned[2]} ${turned[1]}`;
  // The next sentence is no part of a name: "Garage Lefèvre. Paid by card".
  text = cutTail(text.replace(/(?<=\p{Ll}{3})\. \p{Lu}.*$/u, ''));
  let words = text.split(/\s+/);
  while (words.length > 1 && isRole(words[0]!) && /^\p{Lu}/u.test(words[0]!)) words = words.slice(1);
  const name = words
    .join(' ')
    .replace(/[,;:|·–—-]+$/, '')
    .trim();
  return /\p{L}{2}/u.test(name) && name.length <= 80 ? name : undefined;
}

/** Cuts at the first comma, bar or wide gap. "Acme, Inc." is one name. */
function cutTail(text: string): string {
  const [first = '', ...rest] = text.split(/\s*[|;·\t]\s*|\s{2,}|\s[–—-]\s/)[0]!.split(/,\s*/);
  const tail = rest[0];
  // Of "Salary, Larsen Boatyard AS", the part that names a company.
  const company = isOrganizationName(first)
    ? undefined
    : rest.find((part) => hasCompanyForm(part) && part.includes(' '));
  if (company !== undefined) return company;
  const name = tail !== undefined && companyTail.test(tail) ? `${first}, ${tail}` : first;
  return name.replace(/\s+(?:on|at|since|dated)\s+\d.*$/, '');
}

const greeting =
  /^(?:dear|hello|hi|hey|hej|hallo|sehr geehrte[rs]?|liebe[rs]?|bonjour|madame|monsieur|estimad[oa]s?|gentile|geachte|beste|kära|kære|szanown[ay])\b/iu;

function fits(name: string, kind: 'person' | 'organization' | 'party'): boolean {
  if (greeting.test(name)) return false;
  // A cash machine is a place, not an organization.
  if (/\bATM\b/.test(name)) return false;
  if (
    name.replace(/[^\p{L}]/gu, '').length < 3 ||
    isSmallWord(name) ||
    currencyCodes.has(name) ||
    legalForms.has(fold(name))
  )
    return false;
  if (/[@:]|\d{4}|^\d/.test(name) || !/^["']?[\p{Lu}\d]/u.test(name) || isSentence(name)) return false;
  const words = name.split(' ');
  if (kind === 'party') return words.length <= 8;
  if (kind === 'organization') return words.length <= 9;
  return words.length <= 5 && !/\d/.test(name) && !isOrganizationName(name);
}

/** Whether it is a sentence, such as "The invoice was issued", which names nobody. */
export function isSentence(text: string): boolean {
  if (/[.!?]$/.test(text) && !/(?:\b\p{Lu}|Inc|Ltd|Co|Corp|Jr|Sr|S\.?A|P\.?C|L\.?P|e\.?V)\.$/u.test(text)) return true;
  if (
    /(?<![\p{L}])(?:was|were|is|are|has|have|had|be|been|will|shall|would|can|could|may|please|that|this|which|who|we|you|they|he|she|it|not|issued|sent|paid|made|received|wurde|ist|war|est|sont|fue|es|sono)(?![\p{L}])/iu.test(
      text,
    )
  )
    return true;
  const words = text.split(/\s+/);
  const small = words.filter(
    (word) =>
      /^\p{Ll}/u.test(word) &&
      !/^(?:of|and|the|for|de|da|do|dos|del|della|di|du|la|le|les|van|von|der|den|und|et|y|e|al|bin|zu|zur|am|an|d['’]\p{L}+|l['’]\p{L}+)$/u.test(
        word,
      ),
  );
  return small.length >= 2 || (small.length === 1 && words.length === 2 && /^The$/i.test(words[0]!));
}

/** Finds the sender of a document, whose name is at the top, often alone on a line. */
export function findLetterhead(document: Document, isTitle: (line: string) => boolean): string | undefined {
  for (const { text } of document.lines.slice(0, 12)) {
    const first = text.trim().split(/\s{3,}|\s·\s|\s\|\s/)[0] ?? '';
    if (first === '' || isTitle(first) || /^[^\p{L}]*$/u.test(first)) continue;
    if (/:\s|:$/.test(first) || /^\d|@|^page\b/i.test(first)) continue;
    const name = readParty(first);
    if (name !== undefined && fits(name, 'party')) return name;
  }
  return undefined;
}

/** Finds the recipient of a letter in a greeting such as "Dear Mr. Smith,". */
export function findGreeting(document: Document): string | undefined {
  const pattern =
    /^[ \t]*(?:dear|hello|hi|hey|hej|attention)\s+((?:(?:mr|mrs|ms|miss|dr|prof)\.?\s+)?\p{Lu}[\p{L}'’.-]+(?:\s+\p{Lu}[\p{L}'’-]+){0,3})\s*[,:!]?/imu;
  const found = document.text.match(pattern)?.[1];
  if (
    found === undefined ||
    /^(?:sir|madam|customer|team|all|support|families|members|hiring|colleagues?|there)\b/.test(fold(found))
  )
    return undefined;
  return readParty(found);
}

/** Finds the name below a letter, on the line after the closing words. */
export function findSignature(document: Document): string | undefined {
  const pattern = new RegExp(
    `^[ \\t]*(?:(?:best|kind|warm|many|with)\\b.{0,25}|regards|thanks.{0,10}|sincerely|cheers|yours\\b.{0,20}|${closings})[,.!]?[ \\t]*\\n{1,3}[ \\t]*(\\p{Lu}[^\\n]{1,50})$`,
    'imu',
  );
  const found =
    document.text.match(pattern)?.[1] ?? document.text.match(inlineClosing)?.[1] ?? findLastLine(document.text);
  const name = found === undefined ? undefined : readParty(found);
  if (name === undefined || !/^\p{L}+$/u.test(name)) return name;
  // "Priya", and below it "Priya Raman // Lab Ops".
  const tail = document.text.slice(document.text.lastIndexOf(found!) + found!.length);
  return new RegExp(`(?<![\\p{L}@.])${name} \\p{Lu}[\\p{L}'’-]+`, 'u').exec(tail)?.[0] ?? name;
}

/** "Kind regards, Julia Stein, julia@stein.example" on one line. */
const inlineClosing =
  /(?:[Rr]egards|[Ss]incerely|[Yy]ours|[Cc]heers|Grüße[n]?|Gruß|[Cc]ordialement|[Ss]aludos|[Ss]aluti)[,!]? +(\p{Lu}\p{Ll}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’.-]+){1,3})(?=[\s,.!]|$)/u;

/** The closing words of a letter in other languages. */
const closings = [
  '(?:mit )?(?:\\p{L}+ )?(?:grüßen?|gruß)|hochachtungsvoll|(?:bien )?cordialement|bien à vous|(?:un |muchos )?saludos?',
  'atentamente|(?:cordiali |distinti )?saluti|(?:met vriendelijke )?groet(?:en)?|mvh|(?:med )?vänliga? hälsning(?:ar)?',
  '(?:med )?venn?lig hilsen|pozdrawiam|z poważaniem|atenciosamente|(?:com os melhores )?cumprimentos',
].join('|');

/** A message that greets somebody may end with nothing but its writer's name. */
const findLastLine = (text: string): string | undefined =>
  greeting.test(text) ? /[.!?]\n+(\p{Lu}\p{Ll}+ \p{Lu}[\p{L}'’-]+)\s*$/u.exec(text)?.[1] : undefined;
