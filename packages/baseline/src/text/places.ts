import type { Candidate } from '../language/spans.ts';
import { countryNames, usStates } from '../values/countries.ts';
import type { Document } from './document.ts';

// Finds places: cities with their country or state, datelines, names of places.

const place = "\\p{Lu}[\\p{L}'’.-]+(?: \\p{Lu}[\\p{L}'’.-]+| (?:de|la|del|upon|am|an der) \\p{Lu}[\\p{L}'’.-]+){0,3}";
const withRegion = new RegExp(`(?<![\\p{L}\\d])(${place})((?:, (?:[A-Z]{2,3}|${place})){1,3})(?![\\p{L}])`, 'gu');

export function findPlaces(document: Document): Candidate[] {
  const found: Candidate[] = [];
  for (const { value, start } of document.pairs) {
    const text = value.replace(/\s*\(.*\)$|\.$/g, '');
    if (/^\p{Lu}/u.test(text) && !/[\d@:]/.test(text) && text.length <= 60) {
      found.push({ start, end: start + value.length, value: text, trust: 1 });
    }
  }
  for (const match of document.text.matchAll(withRegion)) {
    // The full stop may be the end of the sentence.
    const regions = match[2]!.slice(2).replace(/\.$/, '').split(', ');
    const known = regions.findLastIndex(
      (region) => countryNames.has(region) || usStates.has(region) || /^[A-Z]{2,3}$/.test(region),
    );
    if (known < 0) continue;
    const value = [match[1], ...regions.slice(0, known + 1)].join(', ');
    found.push({ start: match.index, end: match.index + value.length, value, trust: 1 });
  }
  for (const name of document.names) {
    if (name.kind === 'place') found.push({ start: name.start, end: name.end, value: name.text, trust: 0.7 });
  }
  return found;
}

const dateline =
  /^(\p{Lu}[\p{Lu}'’. -]{2,30})(, [\p{Lu}][\p{L}. ]{1,25}?)?(?:,? \(?(?=\p{L}{0,9}\.? ?\d)[^()\n]{4,25}\)?)?(?: \([^)\n]{2,40}\))?,? ?[-–—]{1,2} (?=[^\n]{0,20}\p{Ll})/mu;

/** Words in capitals before a dash that are not places. */
const sections =
  /\b(?:PRESS|RELEASE|NEWS|UPDATE|UPDATED|BREAKING|EXCLUSIVE|ANALYSIS|OPINION|COMMENT|TECH|TECHNOLOGY|SPORTS?|BUSINESS|POLITICS|WORLD|LOCAL|SCIENCE|HEALTH|CULTURE|LIVE|VIDEO|NOTICE|ALERT|CORRECTION|EDITORIAL|FEATURE|INTERVIEW|REPORT|WATCH|BRIEF)\b/;

/** Finds where a report comes from: "BERLIN, Germany (Agency) - It rained". */
export function findDateline({ text }: Document): string | undefined {
  const match = text.match(dateline);
  if (match === null || match[1]!.startsWith('THE ') || sections.test(match[1]!)) return undefined;
  const region = match[2]?.replace(/,? (?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)\w*\.?$/, '');
  const city = match[1]!
    .trim()
    .toLowerCase()
    .replace(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase());
  return region ? `${city}${region}` : city;
}
