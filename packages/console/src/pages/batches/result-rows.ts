import { type Batch, type BatchResultLine, jobStatuses } from '@errand/sdk';
import type { CsvTable } from './csv.ts';
import type { Problem } from './map-columns.ts';

// Builds the rows of the files that a batch can be saved as. All rows of a file have the same columns.

/** The number of the row in its file. Rows that were left out keep their numbers, so it is not always the position. */
export const rowNumber = ({ index, metadata }: Pick<BatchResultLine, 'index' | 'metadata'>): number =>
  typeof metadata?.row === 'number' ? metadata.row : index + 1;

/** Returns rows with their results. */
export function toResultRows(results: readonly BatchResultLine[]): object[] {
  const names = [...new Set(results.flatMap(({ outputs }) => (outputs ?? []).map(({ key }) => key)))];
  return results.map((result) => ({
    row: rowNumber(result),
    status: jobStatuses[result.status] ?? '',
    job_id: result.job_id,
    error: result.error_message ?? '',
    ...Object.fromEntries(names.map((name) => [name, result.outputs?.find(({ key }) => key === name)?.value ?? ''])),
  }));
}

/** Returns failed rows with their original inputs, so that the file can be corrected and run again. */
export function toFailedRows(
  failed: readonly BatchResultLine[],
  inputs: ReadonlyMap<string, ReadonlyMap<string, string>>,
): object[] {
  const names = [...new Set([...inputs.values()].flatMap((one) => [...one.keys()]))];
  return failed.map((result) => ({
    ...Object.fromEntries(names.map((name) => [name, inputs.get(result.job_id)?.get(name) ?? ''])),
    error: result.error_message ?? '',
  }));
}

/** Returns the rows that cannot run, each with its problems, so that the file can be corrected and uploaded again. */
export function toRejectedRows({ header, rows }: CsvTable, problems: readonly Problem[]): object[] {
  return rows.flatMap(({ number, cells }) => {
    const causes = problems.filter((problem) => problem.rows.includes(number)).map(({ message }) => message);
    if (causes.length === 0) return [];
    return {
      ...Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])),
      problem: causes.join(' '),
    };
  });
}

/** Returns a name that every file system accepts. */
export const toFileName = ({ name, id }: Pick<Batch, 'name' | 'id'>): string =>
  (name || id).replace(/[^\w.-]+/g, '-').slice(0, 80);
