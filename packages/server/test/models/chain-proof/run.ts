// node packages/server/test/models/chain-proof/run.ts [CALLS]: chains of models against providers that misbehave, with
// workers that are killed every 200 calls. Exit code 1 if one job was not told, over its budget or paid twice.
import { proveChains } from './prove.ts';

const { faults, ...proof } = await proveChains({
  calls: Number(process.argv[2] ?? 10_000),
  killEveryCalls: 200,
  limitMs: 1_500_000,
});
console.log(proof);
for (const fault of faults) console.log(fault);
console.log(`${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);
