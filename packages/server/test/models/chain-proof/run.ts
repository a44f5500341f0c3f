// node packages/server/test/models/chain-proof/run.ts [CALLS]: chains of models against providers that misbehave, with
// workers that are killed every 200 calls. Exit code 1 if one job was not told, over its budget or paid twice.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { proveChains } from './prove.ts';

await using parts = new AsyncDisposableStack();
process.env.ERRAND_TEST_DATABASE_URL ??= await startPostgres();
const { faults, ...proof } = await proveChains({
  calls: Number(process.argv[2] ?? 10_000),
  killEveryCalls: 200,
  limitMs: 2_400_000,
});
console.log(proof);
for (const fault of faults) console.log(fault);
console.log(`${faults.length} faults`);
if (faults.length > 0 || proof.finished < proof.jobs) process.exitCode = 1;

async function startPostgres(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-chains-'));
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await openEmbeddedPostgres({ dataDir, purpose: 'operator', log: () => undefined });
  parts.defer(() => postgres.stop());
  return postgres.url;
}
