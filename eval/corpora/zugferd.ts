import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scoreAnswer } from '../score.ts';
import { type CorpusCase, plainName } from './corpus.ts';

type Truth = Record<'invoice_number' | 'invoice_date' | 'currency' | 'seller' | 'buyer', string | null> & {
  total: number | null;
};

const text = (description: string): object => ({ type: ['string', 'null'], description });

/** As somebody asks who has never seen the documents. */
const schema = {
  type: 'object',
  properties: {
    invoice_number: text('number of the invoice'),
    invoice_date: { type: ['string', 'null'], format: 'date', description: 'date of the invoice' },
    total: { type: ['number', 'null'], description: 'total amount to pay, with tax' },
    currency: text('currency code (ISO 4217)'),
    seller: text('name of the company that issued the invoice'),
  },
};

/** ZUGFeRD and Factur-X: PDF files without their XML, and its facts in `truth.json` by file name. */
export async function readZugferd(folder: string): Promise<CorpusCase[]> {
  const truths = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8')) as Record<string, Truth>;
  return Object.entries(truths).map(([name, { buyer: _, ...truth }]) => ({
    name,
    file: join(folder, `${name}.pdf`),
    schema,
    truth,
    group: truth.seller?.split('\n').at(-1) ?? name,
    isRight: (field, given) =>
      field === 'seller'
        ? isSeller(truth.seller ?? '', String(given))
        : scoreAnswer({ x: truth[field as keyof typeof truth] }, { x: given }).scores.get('x')?.right === 1,
  }));
}

/** Some truths have numbers of the seller on lines of their own. */
const isSeller = (truth: string, given: string): boolean =>
  [truth, ...truth.split('\n')].some((one) => one.trim() !== '' && plainName(one) === plainName(given));
