// npm run eval [-- --errors | --calibrate | --plain [FILE …] | --trust [--model NAME] | --quotations | --corpus KIND DIR |
// --local FILE [--documents N] | --amlsim DIR]: evaluates how well the built-in model fills schemas, and how
// well marks distinguish lies from truth. README.md says what is counted.
import { parseArgs } from 'node:util';
import { fillSchema } from '../packages/baseline/src/baseline.ts';
import { tellAmlsim } from './amlsim/run-amlsim.ts';
import { judgeCorpora, runCorpus } from './corpora/run-corpus.ts';
import { parts, tunedParts } from './documents.ts';
import { evaluate, type Result } from './evaluate.ts';
import { describeCalibration } from './generate/calibrate.ts';
import { runGenerated } from './generate/run-generated.ts';
import { runLocal } from './local/run-local.ts';
import { judgePlain, plainFiles } from './plain/plain.ts';
import { judgeQuotations, quotationFiles } from './quotations/judge-quotations.ts';
import { rates, type Tally } from './score.ts';
import { runTrust } from './trust/run-trust.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: 'string' },
    amlsim: { type: 'string' },
    local: { type: 'string' },
    documents: { type: 'string' },
    answers: { type: 'string' },
    quotations: { type: 'boolean', default: false },
    trust: { type: 'boolean', default: false },
    model: { type: 'string' },
    plain: { type: 'boolean', default: false },
    texts: { type: 'string' },
    errors: { type: 'boolean', default: false },
    kind: { type: 'string' },
    calibrate: { type: 'boolean', default: false },
    'without-scans': { type: 'boolean', default: false },
  },
});
const documents = values.documents === undefined ? undefined : Math.max(1, Number(values.documents) || 0);
if (values.quotations) await runQuotations();
else if (values.amlsim !== undefined) await tellAmlsim(values.amlsim);
else if (values.local !== undefined && !values.trust) await runLocal(values.local, documents ?? 4);
else if (values.plain) await runPlain();
else if (values.trust)
  await runTrust({
    model: values.model,
    local: values.local,
    answers: values.answers,
    documents,
    texts: values.texts,
    errors: values.errors,
    calibrate: values.calibrate,
  });
else if (values.corpus === undefined) await runOwn();
else await runCorpus(values.corpus, positionals[0] ?? '.', { texts: values.texts, errors: values.errors });
// The threads of OCR would keep the process alive.
process.exit();

async function runOwn(): Promise<void> {
  const corpora = process.env.ERRAND_CORPORA;
  if (!values.calibrate) await runLabelled();
  // Fitting and the search for errors only use the tuning half.
  await runGenerated({
    half: values.errors || values.calibrate ? 'tuning' : undefined,
    kind: values.kind,
    scans: !values['without-scans'],
    calibrate: values.calibrate,
    ...(values.calibrate &&
      corpora !== undefined && {
        strange: [
          ...(await judgeCorpora(corpora, values.texts)),
          ...(await judgePlain('newcomers.json')).judged,
          ...(await judgePlain('newcomers-kept.json')).judged,
          ...(await judgePlain('strange-kept.json')).judged,
        ],
      }),
    flaws: values.errors,
  });
}

async function runQuotations(): Promise<void> {
  for (const file of quotationFiles) {
    const { carrying, lost, others, wrong, alike, wrongStated } = await judgeQuotations(file);
    console.log(
      `${file}: lost ${lost.length} of ${carrying}, carrying a hit all the same ${wrong.length} of ${others}, of these by their words ${wrongStated}; true ones by likeness alone ${alike}`,
    );
    if (!values.errors) continue;
    for (const { rule, quote } of lost) console.log(`  lost ${rule}: ${quote}`);
    for (const { rule, kind, quote } of wrong) console.log(`  ${kind} ${rule}: ${quote}`);
  }
}

async function runPlain(): Promise<void> {
  for (const file of positionals.length > 0 ? positionals : plainFiles) {
    const { mistakes, judged, ...counts } = await judgePlain(file);
    for (const line of describeCalibration(judged)) console.log(line);
    console.log(file, counts);
    if (values.errors) for (const mistake of mistakes) console.log(`  ${mistake}`);
  }
}

async function runLabelled(): Promise<void> {
  const results = await evaluate((text, schema) => fillSchema(text, { schema }), {
    kind: values.kind,
    parts: values.errors ? tunedParts : undefined,
  });
  if (values.errors) for (const part of tunedParts) printMistakes(results[part]);
  else for (const part of parts) printFields(part, results[part]);
  for (const part of parts) {
    const { documents, total } = results[part];
    if (documents > 0) console.log(line(`${part}: all`, total), ` ${documents} documents`);
  }
}

function printFields(name: string, result: Result): void {
  console.log(`\n${name}`.padEnd(42), 'precision  recall     F1   values');
  for (const [kind, { total, fields }] of result.kinds) {
    for (const [field, tally] of fields) console.log(line(`  ${kind} ${field}`, tally));
    console.log(line(kind, total));
  }
}

function line(name: string, tally: Tally): string {
  const { precision, recall, f1 } = rates(tally);
  const cells = [precision, recall, f1].map((rate) => rate.toFixed(3).padStart(8));
  return `${name.padEnd(42)} ${cells.join('')} ${String(tally.expected).padStart(7)}`;
}

function printMistakes(result: Result): void {
  for (const { document, field, expected, given } of result.mistakes) {
    console.log(`${document} ${field}: ${JSON.stringify(expected)} <> ${JSON.stringify(given)}`);
  }
}
