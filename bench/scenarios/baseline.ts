import { readDocuments } from '../../eval/documents.ts';
import { createBaseline } from '../../packages/baseline/src/baseline.ts';
import type { Lab } from '../lab.ts';
import { median, ms, perSecond, type Row } from '../report.ts';

/** Measures the built-in model alone on the labelled set: one thread, one document after the other. */
export async function measureBaseline(lab: Lab): Promise<Row[]> {
  const documents = (await readDocuments()).filter(
    ({ number, part }) => part !== 'fresh' && (!lab.quick || number === '01'),
  );
  const baseline = createBaseline({ threadsMax: 1 });
  const fillAll = async (): Promise<number> => {
    const startedAt = performance.now();
    for (const { text, schema } of documents) await baseline.fillSchema(text, { schema });
    return documents.length / ((performance.now() - startedAt) / 1_000);
  };
  try {
    const startedAt = performance.now();
    await baseline.fillSchema(documents[0]!.text, { schema: documents[0]!.schema });
    const firstMs = performance.now() - startedAt;
    await fillAll();
    const rates: number[] = [];
    const rounds = lab.quick ? 1 : 5;
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round += 1) rates.push(await fillAll());
    const { user, system } = process.cpuUsage(before);
    const characters = documents.reduce((sum, { text }) => sum + text.length, 0);
    return [
      { figure: 'built-in model, first document of a cold thread', ours: ms(firstMs) },
      {
        figure: `built-in model, documents of ${Math.round(characters / documents.length)} characters, one thread`,
        ours: perSecond(median(rates)),
        against: `${ms((user + system) / 1_000 / rounds / documents.length)} of processor time each`,
      },
    ];
  } finally {
    await baseline.stop();
  }
}
