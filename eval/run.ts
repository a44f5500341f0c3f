// npm run eval [-- --errors]: how well the built-in model fills the schemas of the labelled set.
import { parseArgs } from 'node:util';
import { fillSchema } from '../packages/server/src/engines/models/baseline/baseline.ts';
import { evaluate, type Half } from './evaluate.ts';
import { rates, type Tally } from './score.ts';

const { values } = parseArgs({ options: { errors: { type: 'boolean', default: false }, kind: { type: 'string' } } });
const halves = await evaluate((text, schema) => fillSchema(text, { schema }), {
  kind: values.kind,
  half: values.errors ? 'development' : undefined,
});

if (values.errors) printMistakes(halves.development);
else {
  printFields('development', halves.development);
  printFields('test', halves.test);
}
for (const [name, half] of Object.entries(halves)) {
  if (half.documents > 0) console.log(line(`${name}: all`, half.total), ` ${half.documents} documents`);
}

function printFields(name: string, half: Half): void {
  console.log(`\n${name}`.padEnd(42), 'precision  recall     F1   values');
  for (const [kind, { total, fields }] of half.kinds) {
    for (const [field, tally] of fields) console.log(line(`  ${kind} ${field}`, tally));
    console.log(line(kind, total));
  }
}

function line(name: string, tally: Tally): string {
  const { precision, recall, f1 } = rates(tally);
  const cells = [precision, recall, f1].map((rate) => rate.toFixed(3).padStart(8));
  return `${name.padEnd(42)} ${cells.join('')} ${String(tally.expected).padStart(7)}`;
}

function printMistakes(half: Half): void {
  for (const { document, field, expected, given } of half.mistakes) {
    console.log(`${document} ${field}: ${JSON.stringify(expected)} <> ${JSON.stringify(given)}`);
  }
}
