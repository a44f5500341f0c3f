// node packages/server/test/partial-reading/run.ts [rows] [seeds]: one row that matters among 500,000, at a random place,
// 20 times; every model in turn, and each also on a case without such a row.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { startModelCases } from '../policies/model-cases.ts';
import { type Ended, findFault, readers, runCaseOf } from './prove.ts';

const folder = process.env.ERRAND_TEST_DATABASE_URL === undefined ? await startPostgres() : undefined;
const rows = Number(process.argv[2] ?? 500_000);
const seeds = Number(process.argv[3] ?? 20);
// As an operator would set them for such cases. The usual limits refuse them with a reason.
const cases = await startModelCases({
  ERRAND_JSON_MEMBERS_MAX: '3000000',
  ERRAND_JSON_CONTAINERS_MAX: '3000000',
  ERRAND_JSON_VALUES_MAX: '10000000',
});
const all: Ended[] = [];
for (let seed = 1; seed <= seeds; seed += 1) await look(seed, false);
for (let at = 0; at < readers.length; at += 1) await look(seeds + 1 + at, true);
await cases.stop();
await folder?.stop();
const faults = all.filter((one) => findFault(one) !== undefined);
console.log(`${all.length} cases of ${rows} rows, ${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);

async function startPostgres(): Promise<{ stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-rows-'));
  const postgres = await openEmbeddedPostgres({ dataDir, purpose: 'operator', log: () => undefined });
  process.env.ERRAND_TEST_DATABASE_URL = postgres.url;
  return {
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function look(seed: number, isClean: boolean): Promise<void> {
  const ended = await runCaseOf(cases, { reader: readers[seed % readers.length]!, seed, rows, isClean });
  all.push(ended);
  const { reader, row, verdict, told, seconds } = ended;
  const fault = findFault(ended);
  console.log(
    `${seed}  ${reader}, row ${row ?? 'none'}: ${verdict} in ${seconds.toFixed(1)} s${told.length > 0 ? `, told: ${told[0]!.slice(0, 120)}` : ''}${fault === undefined ? '' : `  FAULT: ${fault}`}`,
  );
}
