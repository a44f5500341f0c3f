import type { EngineContext } from '../engine/engine.ts';
import type { JsonSchema } from '../engine/model-call.ts';
import { ask } from './ask/ask.ts';
import { describeEvidence } from './ask/prompts.ts';
import type { Settings } from './ask/settings.ts';
import { findQuoteProblem, type Quote, quotesSchema } from './decide/findings.ts';
import type { Evidence } from './evidence/evidence.ts';

// Classifies the fraud, if there is any, by four questions with fixed answers. An answer of a model without a quotation
// from the case counts as `unknown`.

const KINDS = {
  scenario: {
    account_takeover: /takeover|took over|compromised account|unauthori[sz]ed (login|access)|password reset/,
    card_not_present: /card[\s-]not[\s-]present|\bcnp\b|online card/,
    identity_theft: /identity theft|stolen identit|impersonat/,
    synthetic_identity: /synthetic/,
    authorized_push_payment:
      /push payment|\bapp fraud\b|tricked into (paying|sending|transferring)|invoice (scam|redirect)/,
    friendly_fraud: /friendly fraud|chargeback|denies (the )?purchase/,
    merchant_fraud: /merchant fraud|never delivered|fake shop/,
    money_mule: /\bmules?\b|pass[\s-]through/,
    refund_abuse: /refund/,
  },
  actor: {
    third_party: /third[\s-]party|stranger|unknown person|hacker|scammer|fraudster/,
    first_party: /first[\s-]party|customer (himself|herself|denies)|account holder (made|denies)/,
    insider: /insider|employee|staff/,
    mule: /\bmules?\b/,
    merchant: /merchant (account )?(is|was|acted)|fake shop/,
  },
  vector: {
    phishing: /phish/,
    malware: /malware|trojan|remote access|keylog/,
    social_engineering: /social engineering|pretended|persuad|impersonat|romance/,
    stolen_credentials: /credential|password|leaked login/,
    stolen_card: /stolen card|lost card|card details/,
    sim_swap: /sim[\s-]?swap/,
    fake_documents: /forged|fake (id|document|passport)|altered document/,
    data_breach: /data breach|leak/,
  },
  payment_rail: {
    card: /\bcards?\b|visa|mastercard/,
    ach: /\bach\b|direct debit|sepa/,
    wire: /\bwires?\b|swift/,
    instant_payment: /instant|faster payment|zelle|\bpix\b|\brtp\b/,
    check: /\bche(ck|que)s?\b/,
    crypto: /crypto|bitcoin|\bbtc\b|usdt|wallet address/,
    wallet: /paypal|apple pay|google pay|e-?wallet/,
    cash: /\bcash\b|\batm\b/,
  },
} as const;

type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];
export type FraudKinds = Record<Kind, string>;

export function classifyFraud(context: EngineContext, settings: Settings, evidence: Evidence): Promise<FraudKinds> {
  return settings.isBaseline ? Promise.resolve(byWords(evidence)) : byModel(context, settings, evidence);
}

/** Chooses the answer whose words occur first in the case. */
function byWords(evidence: Evidence): FraudKinds {
  const text = evidence.items.map(({ normalized }) => normalized).join('\n');
  return Object.fromEntries(
    kinds.map((kind) => {
      const found = Object.entries(KINDS[kind]).map(([name, pattern]) => ({ name, at: text.search(pattern) }));
      const first = found.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at)[0];
      return [kind, first?.name ?? 'unknown'];
    }),
  ) as FraudKinds;
}

type Answer = Record<Kind, { value: string; evidence: Quote[] }>;

async function byModel(context: EngineContext, settings: Settings, evidence: Evidence): Promise<FraudKinds> {
  const answer = await ask(context, settings, 'classify', {
    prompt: [
      {
        type: 'text',
        text: `${describeEvidence(evidence)}\nWhat kind of fraud does the case show, if any? Quote what shows it; say unknown where nothing does.`,
      },
    ],
    schema: SCHEMA,
  });
  const given = answer.output as Answer;
  return Object.fromEntries(
    kinds.map((kind) => {
      const { value, evidence: quotes } = given[kind];
      const holds = quotes.length > 0 && quotes.every((quote) => findQuoteProblem(quote, evidence) === undefined);
      return [kind, holds ? value : 'unknown'];
    }),
  ) as FraudKinds;
}

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(
    kinds.map((kind) => [
      kind,
      {
        type: 'object',
        properties: {
          value: { type: 'string', enum: [...Object.keys(KINDS[kind]), 'other', 'unknown'] },
          evidence: quotesSchema,
        },
        required: ['value', 'evidence'],
      },
    ]),
  ),
  required: kinds,
};
