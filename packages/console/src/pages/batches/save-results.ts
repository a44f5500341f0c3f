import { type Batch, type BatchResultLine, jobStatuses } from '@errand/sdk';
import { saveText } from '../../json/save-text.ts';
import { errand } from '../../session/client.ts';
import { toCsv } from '../usage/to-csv.ts';

const IDS_MAX = 1_000;

/** Rows with what they gave. */
export function saveResults(batch: Batch, results: readonly BatchResultLine[]): void {
  const names = [...new Set(results.flatMap(({ outputs }) => (outputs ?? []).map(({ key }) => key)))];
  const rows = results.map((result) => ({
    row: result.index + 1,
    status: jobStatuses[result.status] ?? '',
    job_id: result.job_id,
    error: result.error_message ?? '',
    ...Object.fromEntries(names.map((name) => [name, result.outputs?.find(({ key }) => key === name)?.value ?? ''])),
  }));
  saveText(toCsv(rows), `${fileName(batch)}-results.csv`, 'text/csv');
}

/** Rows that failed, with their inputs as they were sent: once corrected, the file can be run again. */
export async function saveFailedRows(batch: Batch, failed: readonly BatchResultLine[]): Promise<void> {
  const inputs = new Map<string, Map<string, string>>();
  for (let from = 0; from < failed.length; from += IDS_MAX) {
    const ids = failed.slice(from, from + IDS_MAX).map((result) => result.job_id);
    for (const one of await errand.jobs.results({ job_ids: ids })) {
      inputs.set(one.id, new Map((one.inputs ?? []).map(({ key, value }) => [key, value])));
    }
  }
  const names = [...new Set([...inputs.values()].flatMap((one) => [...one.keys()]))];
  const rows = failed.map((result) => ({
    ...Object.fromEntries(names.map((name) => [name, inputs.get(result.job_id)?.get(name) ?? ''])),
    error: result.error_message ?? '',
  }));
  saveText(toCsv(rows), `${fileName(batch)}-failed.csv`, 'text/csv');
}

const fileName = ({ name, id }: Batch): string => (name || id).replace(/[^\w.-]+/g, '-').slice(0, 80);
