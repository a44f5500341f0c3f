import type { Batch, BatchResultLine } from '@errand/sdk';
import { saveText } from '../../json/save-text.ts';
import { errand } from '../../session/client.ts';
import { toCsv } from '../usage/to-csv.ts';
import { toFailedRows, toFileName, toResultRows } from './result-rows.ts';

const IDS_MAX = 1_000;

export const saveResults = (batch: Batch, results: readonly BatchResultLine[]): void =>
  saveText(toCsv(toResultRows(results)), `${toFileName(batch)}-results.csv`, 'text/csv');

export async function saveFailedRows(batch: Batch, failed: readonly BatchResultLine[]): Promise<void> {
  const inputs = new Map<string, Map<string, string>>();
  for (let from = 0; from < failed.length; from += IDS_MAX) {
    const ids = failed.slice(from, from + IDS_MAX).map((result) => result.job_id);
    for (const one of await errand.jobs.results({ job_ids: ids })) {
      inputs.set(one.id, new Map((one.inputs ?? []).map(({ key, value }) => [key, value])));
    }
  }
  saveText(toCsv(toFailedRows(failed, inputs)), `${toFileName(batch)}-failed.csv`, 'text/csv');
}
