// The content of the demo workspace. All agents use the built-in model, so that the demo costs nothing, whatever model
// the server has.

export const policy = {
  name: 'Listing rules (demo)',
  description: 'What may be sold in a shop. Part of the demo workspace.',
  content: {
    guidelines: {
      categories: [
        {
          title: 'Prohibited goods',
          rules: [
            { title: 'Weapons', description: 'Weapons, ammunition, or knives with a fixed blade.', flag: 'RED_FLAG' },
            { title: 'Counterfeit brands', description: 'Replicas or copies of branded goods.', flag: 'RED_FLAG' },
          ],
        },
        {
          title: 'Good practice',
          rules: [
            { title: 'Return policy', description: 'The seller takes goods back within 30 days.', flag: 'GREEN_FLAG' },
          ],
        },
      ],
    },
    instructions: 'Judge by what the listing says.',
    dispositions: {
      classifications: [
        { name: 'approved', description: 'No red flag is met.' },
        { name: 'manual_review', description: 'A person has to look.' },
        { name: 'rejected', description: 'A red flag is met.' },
      ],
    },
    summary_template: { template: 'The listing is {{verdict}}. {{#each hits}}{{rule_title}} is met. {{/each}}' },
  },
};

const name = { key: 'name', data_type: 'text/plain', description: 'Whom to write to.', example: 'Ada' };

export const letter = {
  name: 'Order letter (demo)',
  description: 'Fills a template, without a model.',
  engine_class_id: 'TemplateEngine',
  version_name: 'first version',
  input_definitions: [name],
  engine_config: { template: 'Dear ${name}, your order has left us.' },
};

export const letterVersion = {
  version_name: 'with thanks',
  engine_config: { template: 'Dear ${name}, your order has left us today. Thank you!' },
};

export const invoice = {
  name: 'Invoice reader (demo)',
  description: 'Reads number, total and currency from the text of an invoice.',
  engine_class_id: 'MultimodalExtractionEngine',
  input_definitions: [
    {
      key: 'text',
      data_type: 'text/plain',
      description: 'The invoice as text.',
      example: 'Invoice number: 2026-118\nDate: 3 May 2026\nVendor: Example Ltd\nTotal: 1,250.00 EUR',
    },
  ],
  engine_config: {
    text: '${text}',
    model: 'baseline',
    instruction: 'Read the invoice.',
    output_schema: {
      type: 'object',
      properties: {
        invoice_number: { type: 'string', description: 'Number of the invoice' },
        total: { type: 'number', description: 'Total amount' },
        currency: { type: 'string', enum: ['EUR', 'USD'], description: 'Currency' },
      },
      required: ['invoice_number', 'total'],
    },
  },
};

export const json = {
  name: 'Label printer (demo)',
  description: 'Fails when a name has quotation marks: its template is text, not a JSON object.',
  engine_class_id: 'TemplateEngine',
  input_definitions: [name],
  engine_config: { template: '{"label": "${name}"}', output_type: 'application/json' },
};

export const payout = {
  name: 'Payout note (demo)',
  description: 'Its result is held back until a person approves it.',
  engine_class_id: 'TemplateEngine',
  input_definitions: [name],
  engine_config: { template: 'Pay EUR 4,200 to ${name}.' },
  approval: { when: 'always' },
};

export const listingCheck = (policyId: string) => ({
  name: 'Listing check (demo)',
  description: 'Decides each rule of a policy on a listing, with evidence.',
  engine_class_id: 'ProductPolicyEngine',
  engine_config: { policy_version_id: policyId, model: 'baseline', baseline_verdicts: true },
});

export const invoices = [
  'Invoice number: 2026-118\nDate: 3 May 2026\nVendor: Example Ltd\nTotal: 1,250.00 EUR',
  'Invoice number: 2026-119\nDate: 4 May 2026\nVendor: Harbour Foods\nTotal: 86.40 USD',
];

export const listings = [
  'Tactical knife with a fixed blade of 18 cm.\nSharp weapons for hunters.\nShips today.',
  'Wool blanket, 140 x 200 cm.\nSoft and warm.\nThe seller takes goods back within 30 days: return policy.',
];

/** A table whose last column an agent fills, row by row. */
export const tableQuery = (table: string, agentId: string): string =>
  `CREATE TABLE "${table}" AS
   SELECT id, customer, item, run_agent_sync('${agentId}', MAP {'name': customer}) AS letter
   FROM (VALUES (1, 'Ada', 'compass'), (2, 'Grace', 'lamp'), (3, 'Edsger', 'chalk'), (4, 'Barbara', 'stapler'))
     AS orders(id, customer, item)`;
