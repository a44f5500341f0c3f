// Compiled but never run: checks what the types of agents allow and refuse.
import { createErrand, type FileInput } from '../src/index.ts';
import type { Same, True } from './same.ts';

const agents = {
  letter: '0198c0de-5b7a-7c3e-9f00-000000000001',
  readInvoice: '0198c0de-5b7a-7c3e-9f00-000000000002',
} as const;
type Agents = {
  letter: { id: (typeof agents)['letter']; inputs: { name: string; tone?: string }; output: string };
  readInvoice: { id: (typeof agents)['readInvoice']; inputs: { doc: FileInput }; output: { total: number | null } };
};

export async function useTypes(): Promise<void> {
  const errand = createErrand<Agents>({ agents });
  const letter = await errand.runs.run('letter', { inputs: { name: 'Ada' } });
  const invoice = await errand.runs.run(agents.readInvoice, { inputs: { doc: new Blob([]) } });
  type _Outputs = [
    True<Same<typeof letter.output, string>>,
    True<Same<typeof invoice.output, { total: number | null }>>,
  ];
  // @ts-expect-error an input is missing
  await errand.runs.run('letter', { inputs: {} });
  // @ts-expect-error the inputs are missing
  await errand.runs.run('letter');
  // @ts-expect-error no such input
  await errand.runs.start('letter', { inputs: { name: 'Ada', nme: 'Ada' } });
  // @ts-expect-error no such agent
  await errand.runs.run('lettr', { inputs: { name: 'Ada' } });
  // An id that is only known at run time accepts any inputs.
  const other: string = String(Date.now());
  const { output } = await errand.runs.run(other, { inputs: { anything: 1 } });
  type _Other = True<Same<typeof output, unknown>>;
  for await (const result of errand.runs.runMany('readInvoice', [{ inputs: { doc: 'file_1' } }])) {
    if (result.ok) result.output.total?.toFixed();
  }
  for await (const row of errand.batches.run('letter', { inputs: [{ name: 'Ada', metadata: { row: 1 } }] })) {
    row.output?.toUpperCase();
  }
  // @ts-expect-error ids are needed, because names stand for them
  createErrand<Agents>({});
  await createErrand({}).runs.run('any', { inputs: { any: 1 } });
}
