import { splitWords } from '../language/words.ts';
import { readMeaning } from '../schema/field.ts';
import { fit } from '../schema/fit.ts';
import { matchLabel } from '../schema/match.ts';
import type { Field } from '../schema/schema.ts';
import { type Document, openDocument } from '../text/document.ts';
import { findCandidates } from './candidates.ts';
import { assignPieces, hasYear, type Period, readPeriod, splitPieces } from './pieces.ts';

// Reads entries under a heading: jobs, schools, projects. An entry is a line or a block, recognized by its year.

export function readSectionRecords(field: Field, document: Document): Record<string, unknown>[] | undefined {
  const { labels } = readMeaning(field);
  const ranked = document.sections
    .map((section) => ({ section, score: matchLabel(section.title, labels).score }))
    .filter(({ score }) => score >= 0.6)
    .sort((one, other) => other.score - one.score);
  const lines = ranked[0]?.section.lines.map(({ text }) => text);
  if (lines === undefined) return undefined;
  const properties = field.items?.properties ?? [];
  const records = splitEntries(lines).map((entry) => readEntry(entry, properties, document));
  return records.filter((record) => Object.keys(record).length > 0);
}

/** Returns the heading of each entry. The description below it is not part of the entry. */
export function splitEntries(lines: string[]): string[] {
  const tidy = lines.map((line) => line.replace(/^\s*(?:[-*•–]|\d{1,2}[.)])\s+/, '').trimEnd());
  if (!tidy.some(hasYear)) return tidy.filter((line) => line.trim() !== '' && line.length < 200);
  const blocks: string[][] = [[]];
  for (const line of tidy) {
    if (line.trim() === '') blocks.push([]);
    else blocks.at(-1)!.push(line);
  }
  return blocks.flatMap((block) => {
    const dated = block.flatMap((line, index) => (hasYear(line) ? [index] : []));
    if (dated.length === 0) return [];
    // All entries have as many lines above their year as the first one.
    const above = Math.min(dated[0]!, 3);
    return dated.map((index) => block.slice(Math.max(0, index - above), index + 1).join('\n'));
  });
}

function readEntry(entry: string, properties: Field[], document: Document): Record<string, unknown> {
  const period = readPeriod(entry);
  const record: Record<string, unknown> = {};
  const texts: Field[] = [];
  for (const property of properties) {
    const { kind } = readMeaning(property);
    const isNumber = property.type === 'number' || property.type === 'integer';
    if (kind === 'year' || (isNumber && period !== undefined)) setYear(record, property, period);
    else if (isNumber || ['email', 'phone', 'url', 'date', 'datetime', 'percent', 'money'].includes(kind)) {
      const value = fit(findCandidates(openDocument(entry, { habits: document }), kind)[0]?.value, property);
      if (value !== undefined) record[property.name] = value;
    } else if (property.type === 'string' && property.options === undefined) texts.push(property);
  }
  for (const [property, piece] of assignPieces(splitPieces(period?.rest ?? entry), texts)) {
    const value = fit(piece, property);
    if (value !== undefined) record[property.name] = value;
  }
  return record;
}

function setYear(record: Record<string, unknown>, property: Field, period: Period | undefined): void {
  if (period === undefined) return;
  const words = splitWords(property.name);
  const isStart = words.some((word) => ['start', 'from', 'since', 'begin', 'started'].includes(word));
  const isEnd = words.some((word) => ['end', 'to', 'until', 'ended', 'finish'].includes(word));
  const year = isStart ? period.startYear : isEnd ? period.endYear : (period.endYear ?? period.startYear);
  const value = fit(year, property);
  if (value !== undefined) record[property.name] = value;
  else if (property.nullable && isEnd) record[property.name] = null;
}

/** Finds the current entry among dated ones: an open one, or else the first. */
export function findCurrentEntry(document: Document): string | undefined {
  const section = document.sections.find(({ title }) =>
    /\b(?:experience|employment|work|career|positions?|jobs?)\b/.test(title),
  );
  if (section === undefined) return undefined;
  const entries = splitEntries(section.lines.map(({ text }) => text));
  return entries.find((entry) => readPeriod(entry)?.isOpen) ?? entries[0];
}

export function readCurrent(field: Field, document: Document): string | undefined {
  const entry = findCurrentEntry(document);
  const isTitle = readMeaning(field).group?.strong[0] === 'title';
  if (entry === undefined) return readNow(document)?.[isTitle ? 'title' : 'company'];
  const title: Field = { ...field, name: 'title', title: '', description: '', type: 'string' };
  const company: Field = { ...field, name: 'company', title: '', description: '', type: 'string' };
  const given = assignPieces(splitPieces(readPeriod(entry)?.rest ?? entry), [title, company]);
  return given.get(isTitle ? title : company);
}

const now =
  /(?:\b(?:now|currently|presently|today|at present|aktuell|derzeit|heute|actuellement|actualmente|since \d{4}|seit \d{4}|depuis \d{4})\b[:,]? *(?:(?:I am|I work as|I['’]m|working as|I have been|ich bin|je suis|soy)\b *)?(?:an? |the |als )?)(\p{L}[^\n,;.@(|]{2,60}?) (?:at|@|with|for|bei|chez|en) (?:the )?(\p{Lu}[^\n;.(|]{1,60}?)(?= *(?:[\n;.(|,]|$|since|in \p{Lu}))/iu;

/** "Now: Data Engineer @ Casa Verde Lda", "Since 2019 I am naval architect at Saimaa Marine Oy". */
function readNow({ text }: Document): { title: string; company: string } | undefined {
  const placed = worksAt.exec(text);
  if (placed !== null) return { title: placed[2]!.trim(), company: placed[1]!.trim() };
  const match = now.exec(text);
  return match === null || /^work/i.test(match[1]!)
    ? undefined
    : { title: match[1]!.trim(), company: match[2]!.trim() };
}

/** "I currently work at Delta Bridges Ltd as a project lead." */
const worksAt =
  /\b(?:(?:now|currently|presently) work(?:ing)?|since \d{4} I(?: have)? work(?:ed)?) (?:at|for|with) (?:the )?(\p{Lu}[^\n;.(|]{1,60}?) as (?:an? |the )?(\p{L}[^\n;.,(|]{2,60})/iu;
