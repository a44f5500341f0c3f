import type { EvaluationCaseBody } from '@errand/contract/evaluations.ts';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import type { Static } from 'typebox';
import { invalidFields } from '#platform/errors.ts';
import { isJsonObject, JsonError, parseUntrustedJson } from '#platform/json.ts';

// Reads cases from the text of files. If a row is not a valid case, the error names its line and no case is added.

export type GivenCase = Static<typeof EvaluationCaseBody>;

export const CASES_MAX = 10_000;
const PROBLEMS_MAX = 20;
const EXPECTED = /^expected[.:](.+)$/i;

export function readCsvCases(text: string): GivenCase[] {
  const rows = parseCsv(text);
  const names = Object.keys(rows[0] ?? {});
  if (rows.length === 0) throw invalidFields({ csv: ['The file has no rows below the header.'] });
  if (!names.some((name) => EXPECTED.test(name)))
    throw invalidFields({ csv: ['A column expected.NAME is required, such as expected.verdict.'] });
  return collect('csv', rows, 2, (row) => {
    const cells = Object.entries(row).filter(([, value]) => value !== '');
    const weight = cells.find(([name]) => name === 'weight')?.[1];
    return {
      inputs: Object.fromEntries(cells.filter(([name]) => name !== 'weight' && !EXPECTED.test(name))),
      expected: Object.fromEntries(
        cells.flatMap(([name, value]) => {
          const field = EXPECTED.exec(name)?.[1];
          return field === undefined ? [] : [[field, value]];
        }),
      ),
      ...(weight !== undefined && { weight: Number(weight) }),
    };
  });
}

export function readJsonLines(text: string): GivenCase[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw invalidFields({ json_lines: ['The file has no lines.'] });
  return collect('json_lines', lines, 1, (line) => {
    const value = parseUntrustedJson(line);
    if (!isJsonObject(value)) throw new JsonError('Must be a JSON object.');
    return value as GivenCase;
  });
}

function parseCsv(text: string): Record<string, string>[] {
  try {
    return parse(text, {
      columns: (header: string[]) => header.map((name) => name.trim()),
      bom: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    if (error instanceof CsvError) throw invalidFields({ csv: [error.message] });
    throw error;
  }
}

function collect<T>(field: string, rows: T[], first: number, read: (row: T) => GivenCase): GivenCase[] {
  const problems: string[] = [];
  const cases = rows.flatMap((row, index) => {
    try {
      const one = read(row);
      const problem = findProblem(one);
      if (problem === undefined) return [one];
      problems.push(`Line ${index + first}: ${problem}`);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      problems.push(`Line ${index + first}: ${error.message}`);
    }
    return [];
  });
  if (problems.length > 0) throw invalidFields({ [field]: problems.slice(0, PROBLEMS_MAX) });
  return cases;
}

function findProblem({ inputs, expected, weight, files }: GivenCase): string | undefined {
  if (!isJsonObject(inputs)) return 'inputs must be an object.';
  if (!isJsonObject(expected) || Object.keys(expected).length === 0)
    return 'expected must be an object with at least one member.';
  if (files !== undefined && !isJsonObject(files)) return 'files must be an object.';
  if (weight !== undefined && !(typeof weight === 'number' && weight > 0 && weight <= 1_000_000))
    return 'weight must be a number above 0 and at most 1,000,000.';
  return undefined;
}

/** Merges the files into the inputs. */
export function inputsOf({ inputs, files = {} }: GivenCase): Record<string, unknown> {
  const named = Object.entries(files).map(([key, ids]) => [key, Array.isArray(ids) ? ids.join(',') : ids]);
  return { ...inputs, ...Object.fromEntries(named) };
}
