import { type Language, timeUnits } from './labels.ts';
import type { Random } from './random.ts';
import { addDays, code, company, day, good, iban, isin, lei, money, person } from './values.ts';

// The kinds of documents: their schema, the truth, and how the truth is printed.

type Json = Record<string, unknown>;
export type Shown =
  | {
      type: 'text' | 'date' | 'money' | 'plain';
      field: string;
      value: unknown /** Other words for the value. */;
      written?: string;
    }
  | { type: 'box' | 'denial'; field: string; value: boolean };
export type Drawn = {
  title: string;
  shown: Shown[];
  table?: { fields: string[]; rows: Json[] };
  /** Sentences about things that no field asks for. */
  noise: string[];
};
export type Kind = {
  name: string;
  properties: Record<string, Json>;
  draw(random: Random, language: Language): { truth: Json; drawn: Drawn };
};

const text = { type: ['string', 'null'] };
const date = { type: ['string', 'null'], format: 'date' };
const number = { type: ['number', 'null'] };
const integer = { type: ['integer', 'null'] };
const boolean = { type: ['boolean', 'null'] };
const rowsOf = (properties: Record<string, Json>): Json => ({ type: 'array', items: { type: 'object', properties } });

const shownOf = (truth: Json, types: Record<string, Shown['type']>): Shown[] =>
  Object.entries(types)
    .filter(([field]) => truth[field] !== null)
    .map(([field, type]) => ({ type, field, value: truth[field] }) as Shown);

const noise = [
  'Please keep this paper for 10 years.',
  'Questions are answered on weekdays between 9 and 17.',
  'Page 1 of 1',
  'Register court: HRB 20417',
];

function simple(
  name: string,
  title: string,
  properties: Record<string, Json>,
  types: Record<string, Shown['type']>,
  make: (random: Random, language: Language) => Json,
): Kind {
  return {
    name,
    properties,
    draw(random, language) {
      const truth = make(random, language);
      // Sometimes a field is not printed at all.
      const left = random.pick(Object.keys(types));
      if (random.chance(0.4)) truth[left] = null;
      return { truth, drawn: { title, shown: shownOf(truth, types), noise: [random.pick(noise)] } };
    },
  };
}

const items = (random: Random): Json[] =>
  Array.from({ length: random.integer(2, 5) }, () => {
    const quantity = random.integer(1, 12);
    const unit_price = money(random, 2, 90);
    return { description: good(random), quantity, unit_price, amount: Math.round(quantity * unit_price * 100) / 100 };
  });
const sum = (rows: Json[], name: string): number =>
  Math.round(rows.reduce((total, row) => total + Number(row[name] ?? 0), 0) * 100) / 100;

const invoice: Kind = {
  name: 'invoice',
  properties: {
    invoice_number: text,
    invoice_date: date,
    due_date: date,
    vendor: text,
    customer: text,
    iban: text,
    subtotal: number,
    tax_amount: number,
    total: number,
    items: rowsOf({ description: text, quantity: integer, unit_price: number, amount: number }),
  },
  draw(random, language) {
    const rows = items(random);
    const subtotal = sum(rows, 'amount');
    const tax_amount = Math.round(subtotal * 19) / 100;
    const invoice_date = day(random);
    const truth: Json = {
      invoice_number: code(random, 'INV'),
      invoice_date,
      due_date: random.chance(0.8) ? addDays(invoice_date, random.integer(10, 45)) : null,
      vendor: company(random, language),
      customer: company(random, language),
      iban: random.chance(0.7) ? iban(random) : null,
      subtotal,
      tax_amount,
      total: Math.round((subtotal + tax_amount) * 100) / 100,
      items: rows,
    };
    const head = shownOf(truth, {
      vendor: 'text',
      invoice_number: 'text',
      invoice_date: 'date',
      due_date: 'date',
      customer: 'text',
      iban: 'text',
    });
    const foot = shownOf(truth, { subtotal: 'money', tax_amount: 'money', total: 'money' });
    const table = { fields: ['description', 'quantity', 'unit_price', 'amount'], rows };
    return { truth, drawn: { title: 'invoice', shown: [...head, ...foot], table, noise: [random.pick(noise)] } };
  },
};

const statement: Kind = {
  name: 'bank-statement',
  properties: {
    account_holder: text,
    iban: text,
    opening_balance: number,
    closing_balance: number,
    transactions: rowsOf({ date, description: text, debit: number, credit: number }),
  },
  draw(random) {
    let at = day(random);
    const rows = Array.from({ length: random.integer(4, 9) }, (): Json => {
      at = addDays(at, random.integer(0, 4));
      const isDebit = random.chance(0.6);
      const amount = money(random, 3, 900);
      return { date: at, description: good(random), debit: isDebit ? amount : null, credit: isDebit ? null : amount };
    });
    const opening_balance = money(random, 1_000, 8_000);
    const closing_balance = Math.round((opening_balance - sum(rows, 'debit') + sum(rows, 'credit')) * 100) / 100;
    const truth: Json = {
      account_holder: person(random),
      iban: iban(random),
      opening_balance,
      closing_balance,
      transactions: rows,
    };
    const shown = shownOf(truth, {
      account_holder: 'text',
      iban: 'text',
      opening_balance: 'money',
      closing_balance: 'money',
    });
    return {
      truth,
      drawn: {
        title: 'account statement',
        shown,
        table: { fields: ['date', 'description', 'debit', 'credit'], rows },
        noise: [],
      },
    };
  },
};

const order: Kind = {
  name: 'purchase-order',
  properties: {
    order_number: text,
    order_date: date,
    delivery_date: date,
    vendor: text,
    weight_kg: number,
    items: rowsOf({ description: text, quantity: integer }),
  },
  draw(random, language) {
    const rows = items(random).map(({ description, quantity }) => ({ description, quantity }));
    const order_date = day(random);
    const truth: Json = {
      order_number: code(random, 'PO'),
      order_date,
      delivery_date: random.chance(0.7) ? addDays(order_date, random.integer(3, 30)) : null,
      vendor: company(random, language),
      weight_kg: random.integer(2, 40) / 2,
      items: rows,
    };
    const shown = shownOf(truth, { order_number: 'text', order_date: 'date', delivery_date: 'date', vendor: 'text' });
    // The weight is printed in grams.
    shown.push({
      type: 'plain',
      field: 'weight_kg',
      value: truth.weight_kg,
      written: `${Number(truth.weight_kg) * 1_000} g`,
    });
    return {
      truth,
      drawn: {
        title: 'purchase order',
        shown,
        table: { fields: ['description', 'quantity'], rows },
        noise: [random.pick(noise)],
      },
    };
  },
};

const loan: Kind = {
  name: 'loan',
  properties: {
    borrower: text,
    lender: text,
    principal: number,
    interest_rate: number,
    term_months: integer,
    signed_on: date,
  },
  draw(random, language) {
    const years = random.integer(1, 9);
    const truth: Json = {
      borrower: person(random),
      lender: company(random, language),
      principal: random.integer(20, 900) * 500,
      interest_rate: random.integer(10, 79) / 10,
      term_months: years * 12,
      signed_on: day(random),
    };
    const shown = shownOf(truth, { borrower: 'text', lender: 'text', principal: 'money', signed_on: 'date' });
    shown.push({
      type: 'plain',
      field: 'interest_rate',
      value: truth.interest_rate,
      written: `${truth.interest_rate} %`,
    });
    shown.push({
      type: 'plain',
      field: 'term_months',
      value: truth.term_months,
      written: `${years} ${timeUnits[language][0]}`,
    });
    return { truth, drawn: { title: 'loan agreement', shown, noise: [random.pick(noise)] } };
  },
};

const kyc: Kind = {
  name: 'kyc-form',
  properties: {
    full_name: text,
    birth_date: date,
    nationality: text,
    document_number: text,
    politically_exposed: boolean,
    marketing_consent: boolean,
  },
  draw(random) {
    const truth: Json = {
      full_name: person(random),
      birth_date: day(random, 1950, 2004),
      nationality: random.pick(['Portugal', 'Austria', 'Norway', 'Canada', 'Japan']),
      document_number: `C${random.integer(1_000_000, 9_999_999)}`,
      politically_exposed: random.chance(0.3),
      marketing_consent: random.chance(0.5),
    };
    const shown = shownOf(truth, {
      full_name: 'text',
      birth_date: 'date',
      nationality: 'text',
      document_number: 'text',
      politically_exposed: 'denial',
      marketing_consent: 'box',
    });
    return { truth, drawn: { title: 'customer form', shown, noise: [random.pick(noise)] } };
  },
};

export const kinds: Kind[] = [
  invoice,
  statement,
  order,
  loan,
  kyc,
  simple(
    'receipt',
    'receipt',
    { receipt_number: text, purchase_date: date, store: text, total: number, card_last4: text },
    { store: 'text', receipt_number: 'text', purchase_date: 'date', total: 'money', card_last4: 'text' },
    (random, language) => ({
      receipt_number: code(random, 'R'),
      purchase_date: day(random),
      store: company(random, language),
      total: money(random, 5, 300),
      card_last4: String(random.integer(1_000, 9_999)),
    }),
  ),
  simple(
    'payslip',
    'payslip',
    { employee: text, employer: text, pay_date: date, gross_pay: number, net_pay: number },
    { employee: 'text', employer: 'text', pay_date: 'date', gross_pay: 'money', net_pay: 'money' },
    (random, language) => {
      const gross_pay = money(random, 2_000, 7_000);
      return {
        employee: person(random),
        employer: company(random, language),
        pay_date: day(random),
        gross_pay,
        net_pay: Math.round(gross_pay * 0.63 * 100) / 100,
      };
    },
  ),
  simple(
    'claim',
    'notice of claim',
    { claim_number: text, policy_number: text, claimant: text, loss_date: date, claimed_amount: number },
    { claim_number: 'text', policy_number: 'text', claimant: 'text', loss_date: 'date', claimed_amount: 'money' },
    (random) => ({
      claim_number: code(random, 'CL'),
      policy_number: code(random, 'P'),
      claimant: person(random),
      loss_date: day(random),
      claimed_amount: money(random, 100, 20_000),
    }),
  ),
  simple(
    'tax-notice',
    'tax assessment',
    { taxpayer: text, tax_year: integer, taxable_income: number, tax_due: number },
    { taxpayer: 'text', tax_year: 'plain', taxable_income: 'money', tax_due: 'money' },
    (random) => ({
      taxpayer: person(random),
      tax_year: random.integer(2018, 2025),
      taxable_income: money(random, 12_000, 90_000),
      tax_due: money(random, 800, 9_000),
    }),
  ),
  simple(
    'fraud-report',
    'report of fraud',
    {
      report_number: text,
      report_date: date,
      victim: text,
      beneficiary: text,
      lost_amount: number,
      sanctions_match: boolean,
    },
    {
      report_number: 'text',
      report_date: 'date',
      victim: 'text',
      beneficiary: 'text',
      lost_amount: 'money',
      sanctions_match: 'denial',
    },
    (random) => ({
      report_number: code(random, 'FR'),
      report_date: day(random),
      victim: person(random),
      beneficiary: person(random),
      lost_amount: money(random, 100, 30_000),
      sanctions_match: random.chance(0.4),
    }),
  ),
  simple(
    'utility-bill',
    'electricity bill',
    { customer: text, meter_number: text, reading_date: date, consumption_kwh: integer, total: number },
    { customer: 'text', meter_number: 'text', reading_date: 'date', consumption_kwh: 'plain', total: 'money' },
    (random) => ({
      customer: person(random),
      meter_number: `M${random.integer(100_000, 999_999)}`,
      reading_date: day(random),
      consumption_kwh: random.integer(300, 5_000),
      total: money(random, 40, 900),
    }),
  ),
  simple(
    'identity-card',
    'identity card',
    { full_name: text, birth_date: date, document_number: text, expiry_date: date, nationality: text },
    { full_name: 'text', birth_date: 'date', document_number: 'text', expiry_date: 'date', nationality: 'text' },
    (random) => ({
      full_name: person(random),
      birth_date: day(random, 1950, 2004),
      document_number: `X${random.integer(1_000_000, 9_999_999)}`,
      expiry_date: day(random, 2027, 2034),
      nationality: random.pick(['Portugal', 'Austria', 'Norway', 'Canada', 'Japan']),
    }),
  ),
  simple(
    'bond',
    'term sheet',
    { issuer: text, isin: text, lei: text, nominal: number, maturity_date: date },
    { issuer: 'text', isin: 'text', lei: 'text', nominal: 'money', maturity_date: 'date' },
    (random, language) => ({
      issuer: company(random, language),
      isin: isin(random),
      lei: lei(random),
      nominal: random.integer(1, 90) * 100_000,
      maturity_date: day(random, 2027, 2040),
    }),
  ),
];
