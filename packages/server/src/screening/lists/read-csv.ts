import { parse } from 'csv-parse/sync';
import { addIdentifier, type Entry } from './entry.ts';
import { ListProblem } from './list-problem.ts';
import type { ListFiles } from './read-list.ts';

// Lists of one's own: id,kind,name,aliases,birth_date,country,identifiers,program. Several values are separated by `;`.

const columns = ['id', 'kind', 'name', 'aliases', 'birth_date', 'country', 'identifiers', 'program'];

type Row = Partial<Record<(typeof columns)[number], string>>;

export function readCsvList({ file }: ListFiles): Entry[] {
  const rows: { record: Row; info: { lines: number } }[] = parse(Buffer.from(file), {
    bom: true,
    columns: (names: string[]) => checkColumns(names.map((name) => name.trim().toLowerCase())),
    info: true,
    skip_empty_lines: true,
    trim: true,
  });
  return rows.map(({ record, info }) => {
    const kind = record.kind || 'other';
    if (!record.id || !record.name) throw new ListProblem(`Line ${info.lines}: id and name are required.`);
    if (kind !== 'person' && kind !== 'company' && kind !== 'other')
      throw new ListProblem(`Line ${info.lines}: kind must be person, company or other, not '${kind.slice(0, 40)}'.`);
    return {
      id: record.id,
      kind,
      name: record.name,
      aliases: valuesOf(record.aliases),
      birth_dates: birthDatesOf(record.birth_date, info.lines),
      countries: valuesOf(record.country),
      identifiers: identifiersOf(record.identifiers, info.lines),
      program: record.program || null,
    };
  });
}

function checkColumns(names: string[]): string[] {
  const missing = ['id', 'name'].filter((name) => !names.includes(name));
  const unknown = names.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new ListProblem(`Lacks the columns ${missing.join(', ')}.`);
  if (unknown.length > 0)
    throw new ListProblem(`Has unknown columns: ${unknown.join(', ').slice(0, 200)}. Known: ${columns.join(', ')}.`);
  return names;
}

export const valuesOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean);

/** A date in another order would be read as another year, and hide a match. */
function birthDatesOf(text: string | undefined, line: number): string[] {
  const dates = valuesOf(text);
  const wrong = dates.find((one) => !/^\d{4}(-\d\d(-\d\d)?)?$/.test(one));
  if (wrong !== undefined)
    throw new ListProblem(
      `Line ${line}: birth_date must be like 1942-06-07, 1942-06 or 1942, not '${wrong.slice(0, 40)}'.`,
    );
  return dates;
}

function identifiersOf(text: string | undefined, line: number): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const one of valuesOf(text)) {
    const at = one.indexOf('=');
    if (at < 1) throw new ListProblem(`Line ${line}: identifiers must be kind=value.`);
    addIdentifier(found, one.slice(0, at).trim().toLowerCase(), one.slice(at + 1).trim());
  }
  return found;
}
