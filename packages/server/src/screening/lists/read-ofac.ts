import { parse } from 'csv-parse/sync';
import { addIdentifier, type Entry } from './entry.ts';
import { ListProblem } from './list-problem.ts';
import type { ListFiles } from './read-list.ts';

// The list of OFAC: sdn.csv (number, name, type, program, …, remarks), alt.csv (aliases) and add.csv (addresses).

export function readOfac({ file, aliases, addresses }: ListFiles): Entry[] {
  const byId = new Map<string, Entry>();
  for (const row of rowsOf(file)) {
    const [id, name, type, program] = row;
    if (id === undefined || !/^\d+$/.test(id) || !name)
      throw new ListProblem(`Is not sdn.csv: a line begins with '${String(id).slice(0, 40)}'.`);
    const remarks = row[11] ?? '';
    byId.set(id, {
      id,
      kind: type === 'individual' ? 'person' : type === 'vessel' || type === 'aircraft' ? 'other' : 'company',
      name,
      aliases: [],
      birth_dates: birthDatesIn(remarks),
      countries: countriesIn(remarks),
      identifiers: identifiersIn(remarks),
      // Several programs stand as `SDGT] [SDT`.
      program: program?.replaceAll('] [', ', ') || null,
    });
  }
  for (const [id, , , name] of aliases ? rowsOf(aliases) : []) if (name) byId.get(id ?? '')?.aliases.push(name);
  for (const row of addresses ? rowsOf(addresses) : []) {
    const [entry, country] = [byId.get(row[0] ?? ''), row[4]];
    if (entry && country && !entry.countries.includes(country)) entry.countries.push(country);
  }
  return [...byId.values()];
}

/** `-0-` means nothing, and the last line is a control character. */
function rowsOf(file: Uint8Array): string[][] {
  const rows: string[][] = parse(Buffer.from(file), {
    relax_column_count: true,
    trim: true,
    bom: true,
    relax_quotes: true,
  });
  return rows.filter((row) => row.length > 1).map((row) => row.map((value) => (value === '-0-' ? '' : value)));
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function birthDatesIn(remarks: string): string[] {
  return [...remarks.matchAll(/\bDOB (?:circa )?(?:(\d{1,2}) )?(?:([A-Z][a-z]{2}) )?(\d{4})/g)].map(
    ([, day, month, year]) => {
      const number = months.indexOf((month ?? '').toLowerCase()) + 1;
      if (number === 0) return year!;
      const start = `${year}-${String(number).padStart(2, '0')}`;
      return day === undefined ? start : `${start}-${day.padStart(2, '0')}`;
    },
  );
}

const countriesIn = (remarks: string): string[] => [
  ...new Set(
    [...remarks.matchAll(/\b(?:nationality|citizen) ([A-Z][A-Za-z ]+?)(?=[;.]|$)/g)].map((match) => match[1]!),
  ),
];

const numbers =
  /\b(Passport|Tax ID No\.|National ID No\.|Registration (?:ID|Number)|SWIFT\/BIC|IMO) ([A-Z0-9][\w/-]{3,30})/g;

function identifiersIn(remarks: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [, kind = '', value = ''] of remarks.matchAll(numbers)) {
    const plain = kind
      .toLowerCase()
      .replace(/ no\.| id| number|\/bic/g, '')
      .replaceAll(' ', '_');
    addIdentifier(found, plain, value);
  }
  return found;
}
