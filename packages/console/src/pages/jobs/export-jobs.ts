import { saveText } from '../../json/save-text.ts';
import { toCsv } from '../usage/to-csv.ts';
import { everyMatching } from './bulk-jobs.ts';
import { toExportRow } from './export-row.ts';
import type { JobSearch } from './job-search.ts';

/** Every job that fits the filters as a CSV file; gives back how many there were. */
export async function exportJobs(search: JobSearch, signal: AbortSignal): Promise<number> {
  const rows: object[] = [];
  for await (const job of everyMatching(search, signal)) rows.push(toExportRow(job));
  if (rows.length > 0) saveText(toCsv(rows), 'jobs.csv', 'text/csv');
  return rows.length;
}
