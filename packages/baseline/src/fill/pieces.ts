import { readMeaning } from '../schema/field.ts';
import type { Field } from '../schema/schema.ts';
import { yearPattern } from '../values/dates.ts';
import { isOrganizationName } from '../values/names.ts';

// Reads a line of a list with several facts: "Nurse, Lakeside Clinic (2016–2020)". Periods are read first, the rest is
// cut into pieces, and each piece goes to the field that it matches best.

export type Period = { startYear?: number; endYear?: number; isOpen: boolean; rest: string };

const monthWord = '(?:(?:\\p{L}{3,10}\\.?|\\d{1,2}[/.])[ ]?)?';
const year = '(?:19[5-9]\\d|20[0-4]\\d)';
const open = '(?:present|today|now|current|currently|ongoing|to date|date|heute|aujourd’hui|actual)';
const periodPattern = new RegExp(
  `[([]?\\b(?:(since|from|seit) )?${monthWord}(${year})(?: ?(?:-|–|—|to|until|till|bis|/) ?(?:${monthWord}(${year})|(${open})))?\\b[)\\]]?[:.]?`,
  'iu',
);

export function readPeriod(text: string): Period | undefined {
  const match = text.match(periodPattern);
  if (match === null) return undefined;
  const [all, since, first, second, stillOpen] = match;
  return {
    startYear: Number(first),
    ...(second !== undefined && { endYear: Number(second) }),
    isOpen: since !== undefined || stillOpen !== undefined,
    rest: `${text.slice(0, match.index)}  ${text.slice(match.index! + all.length)}`,
  };
}

export const hasYear = (text: string): boolean => text.search(new RegExp(yearPattern.source)) >= 0;

export function splitPieces(text: string): string[] {
  return text
    .replace(/\*\*|__/g, '')
    .split(/\n|\s\|\s|\s[–—-]\s|\s{2,}|\t|,\s+(?!(?:Inc|Ltd|LLC|P\.?C|Co)\b)|\sat\s|:\s|;\s|\s\/\s/)
    .map((piece) => piece.replace(/^[\s,;:.()·•–—-]+|[\s,;:()·•–—-]+$/g, '').replace(/(?<=\p{Ll}{2})\.$/u, ''))
    .filter((piece) => /[\p{L}\d]/u.test(piece));
}

const jobWords =
  /\b(?:engineer|manager|developer|nurse|director|analyst|designer|chef|cook|teacher|lead|leader|head|officer|assistant|intern|apprentice|consultant|scientist|accountant|auditor|architect|administrator|specialist|coordinator|technician|electrician|dispatcher|foreman|counsel|lawyer|associate|professor|lecturer|researcher|translator|interpreter|editor|writer|journalist|maker|carpenter|mechanic|driver|clerk|cashier|representative|agent|advisor|adviser|president|founder|owner|partner|secretary|supervisor|trainee|programmer|tester|planner|buyer|doctor|physician|surgeon|pharmacist|therapist|ceo|cto|cfo|coo|freelance\w*|volunteer|operator|strategist|controller|producer|photographer|illustrator|curator|librarian|receptionist|waiter|barista|fellow|principal|dean|paralegal|plumber|welder)\b/i;
const degreeWords =
  /\b(?:b\.?sc|m\.?sc|b\.?a|m\.?a|b\.?s|m\.?s|ph\.?d|mba|m\.?eng|b\.?eng|b\.?ed|m\.?ed|ll\.?[bm]|bachelor|master|masters|doctor(?:ate)?|diploma|certificate|degree|associate|high school diploma|abitur|licen[cs]e|a-levels|apprenticeship|magister|licenciatura|beng|meng|msc|bsc|postgraduate|honours)\b/i;
const schoolWords =
  /\b(?:universit\p{L}*|universid\p{L}*|college|school|institute|academy|polytechnic|hochschule|tafe|école|faculty|lycée|gymnasium|instituto|politecnico)\b/iu;

/** Assigns each piece to a field. Fields without a piece are missing. */
export function assignPieces(pieces: string[], fields: Field[]): Map<Field, string> {
  const bids = fields.flatMap((field) =>
    pieces.map((piece, index) => ({ field, piece, index, score: likeness(piece, field) - 0.02 * index })),
  );
  bids.sort((one, other) => other.score - one.score);
  const given = new Map<Field, string>();
  const used = new Set<number>();
  for (const { field, piece, index, score } of bids) {
    if (score <= 0 || given.has(field) || used.has(index)) continue;
    given.set(field, piece);
    used.add(index);
  }
  return given;
}

function likeness(piece: string, field: Field): number {
  const { kind, group } = readMeaning(field);
  const main = group?.strong[0];
  const isJob = jobWords.test(piece);
  const isSchool = schoolWords.test(piece);
  const isDegree = degreeWords.test(piece);
  const isOrganization = isOrganizationName(piece);
  if (main === 'title') return isJob && !isSchool ? 1 : isOrganization || isSchool ? 0.1 : 0.4;
  if (main === 'company') return isOrganization || isSchool ? 0.9 : isJob ? 0.15 : 0.5;
  if (main === 'degree') return isDegree ? (isSchool ? 0.8 : 1) : isSchool ? 0.1 : 0.45;
  if (main === 'institution') return isSchool ? (isDegree ? 0.3 : 1) : isDegree ? 0.1 : 0.45;
  if (kind === 'organization') return isOrganization ? 1 : 0.3;
  if (kind === 'text' || kind === 'party' || kind === 'person' || kind === 'place') return 0.35;
  return 0;
}
