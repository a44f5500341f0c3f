import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { findId } from '../operations/find.ts';
import { getRow } from '../operations/table.ts';
import { UsageError } from '../terminal/errors.ts';
import { done } from '../terminal/text.ts';

export function addEvaluationCommands(program: Command): void {
  const evaluations = program.command('evaluations').description('manage evaluation sets and their runs');
  evaluations
    .command('add')
    .description('add cases from a .csv or .jsonl file, or from reviewed jobs')
    .argument('<set>', 'id or name')
    .argument('<file-or-jobs...>', 'a file, or ids of jobs')
    .action((set, given: string[], _options, command) =>
      call(command, async ({ errand }) => {
        const id = await findId(errand, getRow('evaluationSets.addCases').params[0]!, set);
        const added = await errand.evaluationSets.addCases(id, await readCases(given));
        return { json: added, text: done(`Added ${added.added}.`, { cases: String(added.case_count) }) };
      }),
    );
}

async function readCases(given: string[]) {
  const [first = ''] = given;
  const kind = /\.(csv|jsonl|ndjson)$/i.exec(first)?.[1]?.toLowerCase();
  if (kind === undefined) return { job_ids: given };
  if (given.length > 1) throw new UsageError('Add one file at a time.');
  const text = await readFile(first, 'utf8').catch(() => {
    throw new UsageError(`${first} cannot be read.`);
  });
  return kind === 'csv' ? { csv: text } : { json_lines: text };
}
