import { type Static, Type } from 'typebox';
import { Actor } from './actors.ts';
import { Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Transactions of the subjects of cases: where they are, which rules look for patterns in them, and what a case shows.

const columnName = Type.String({ minLength: 1, maxLength: 255, examples: ['amount'] });
const count = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description });
const days = Type.Number({ exclusiveMinimum: 0, maximum: 366, description: 'Length of the window.' });
const share = Type.Number({ minimum: 0.1, maximum: 1, description: 'How equal amounts have to be.' });

export const DetectionRules = Type.Object(
  {
    fan_in: Type.Optional(
      Nullable(
        Type.Object({
          accounts: count(2, 100_000, 'At least so many accounts pay one account within the window.'),
          days,
          times_usual: Type.Number({
            minimum: 0,
            maximum: 1_000,
            description: 'And so many times what is usual for it.',
          }),
        }),
      ),
    ),
    fan_out: Type.Optional(
      Nullable(
        Type.Object({
          accounts: count(2, 100_000, 'At least so many accounts are paid by one account within the window.'),
          days,
          times_usual: Type.Number({
            minimum: 0,
            maximum: 1_000,
            description: 'And so many times what is usual for it.',
          }),
        }),
      ),
    ),
    repeated: Type.Optional(
      Nullable(
        Type.Object({
          transactions: count(2, 100_000, 'At least so many payments from one account to another within the window.'),
          days,
          times_usual: Type.Number({
            minimum: 0,
            maximum: 1_000,
            description: 'And so many times what is usual for this pair.',
          }),
        }),
      ),
    ),
    unusual_amounts: Type.Optional(
      Nullable(
        Type.Object({
          transactions: count(1, 100_000, 'At least so many payments to one account within the window.'),
          days,
          factor: Type.Number({
            minimum: 1.1,
            maximum: 1_000_000,
            description: 'With amounts so many times above or below the median of the table.',
          }),
        }),
      ),
    ),
    pass_through: Type.Optional(
      Nullable(
        Type.Object({
          amount: Type.Number({
            minimum: 0,
            maximum: 1e15,
            description: 'At least so much comes in within the window.',
          }),
          share,
          days,
        }),
      ),
    ),
    cycle: Type.Optional(
      Nullable(
        Type.Object({
          accounts: count(2, 3, 'Money comes back to where it started over so many accounts at most.'),
          share,
          days,
        }),
      ),
    ),
  },
  {
    additionalProperties: false,
    description: 'Rules by name. A rule that is left out has its default; `null` switches it off.',
    examples: [{ fan_in: { accounts: 10, days: 7, times_usual: 3 }, cycle: null }],
  },
);
export type DetectionRules = Static<typeof DetectionRules>;
export const detectionRuleNames = [
  'fan_in',
  'fan_out',
  'repeated',
  'unusual_amounts',
  'pass_through',
  'cycle',
] as const;
export type DetectionRuleName = (typeof detectionRuleNames)[number];

const source = {
  table: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'A table of the organization.',
    examples: ['payments'],
  }),
  columns: Type.Object({
    at: Type.String({ minLength: 1, maxLength: 255, description: 'A date or timestamp.', examples: ['booked_at'] }),
    from: Type.String({ minLength: 1, maxLength: 255, description: 'The account that pays.', examples: ['sender'] }),
    to: Type.String({ minLength: 1, maxLength: 255, description: 'The account that is paid.', examples: ['receiver'] }),
    amount: Type.String({ minLength: 1, maxLength: 255, description: 'A number.', examples: ['amount'] }),
    id: Type.Optional(Nullable(columnName)),
    currency: Type.Optional(Nullable(columnName)),
  }),
  identifier: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The kind of identifier by which subjects have accounts. Default: account.',
    examples: ['account'],
  }),
};
const readFrom = Nullable(
  Type.Object(
    {
      connection: Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Name of a connection.',
        examples: ['bank'],
      }),
      query: Type.String({
        minLength: 1,
        maxLength: 20_000,
        description: 'A table, or a query in the language of that system.',
        examples: ['select id, booked_at, sender, receiver, amount from payments'],
      }),
    },
    {
      description:
        'Each detection run first reads these rows into `table`, which it replaces, with the right of who set this. Null: the table is filled otherwise.',
    },
  ),
);
export const TransactionSourceBody = Type.Object(
  {
    read_from: Type.Optional(readFrom),
    table: source.table,
    columns: source.columns,
    identifier: Type.Optional(source.identifier),
    rules: Type.Optional(DetectionRules),
  },
  {
    examples: [
      { table: 'payments', columns: { id: 'id', at: 'booked_at', from: 'sender', to: 'receiver', amount: 'amount' } },
    ],
  },
);
export const TransactionSource = Type.Object({
  queue_id: Uuid,
  ...source,
  rules: DetectionRules,
  read_from: readFrom,
  statement: Nullable(Type.String({ description: 'The SQL by which a run reads the rows.' })),
  updated_at: Timestamp,
});
export type TransactionSource = Static<typeof TransactionSource>;

const moment = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-03-01T00:00:00Z'] });
const period = {
  since: Type.Optional(moment('The first moment of the period. Default: the first row.')),
  until: Type.Optional(moment('The first moment after the period. Default: after the last row.')),
};
export const DetectionRunBody = Type.Object(period, { examples: [{ since: '2026-03-01T00:00:00Z' }] });
const ruleName = Type.Enum([...detectionRuleNames]);
export const DetectionRun = Type.Object({
  id: Uuid,
  queue_id: Uuid,
  state: Type.Enum(['running', 'done', 'failed']),
  since: Nullable(Timestamp),
  until: Nullable(Timestamp),
  table: Type.String(),
  rules: DetectionRules,
  read: Nullable(
    Type.Object(
      { query_id: Uuid, statement: Type.String(), at: Timestamp },
      { description: 'The query that read the rows through a connection: `/v1/database/query/{id}/`.' },
    ),
  ),
  row_count: Nullable(Type.Integer({ description: 'Rows of the table in the period.' })),
  unusable_count: Nullable(
    Type.Integer({ description: 'Rows without a time, an account or an amount. No rule has seen them.' }),
  ),
  findings: Type.Array(
    Type.Object({
      rule: ruleName,
      count: Type.Integer(),
      truncated: Type.Boolean({ description: 'There are more than the run could take. Make the rule stricter.' }),
      problem: Nullable(Type.String({ description: 'Why the rule did not run.' })),
    }),
    { description: 'What each rule found.' },
  ),
  alerts_created: Type.Integer(),
  alerts_known: Type.Integer({ description: 'Findings that an earlier run has sent.' }),
  problem: Nullable(Type.String({ description: 'Why the run failed.' })),
  actor: Actor,
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
});
export type DetectionRun = Static<typeof DetectionRun>;
export const DetectionRunPage = Page(DetectionRun);
export const DetectionRunQuery = Type.Object({
  queue: Type.Optional(Type.String({ description: 'Id or name of a queue.' })),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
});

export const CaseTransaction = Type.Object({
  id: Nullable(Type.String({ description: 'Null if the table has no such column.' })),
  at: Timestamp,
  from: Type.String(),
  to: Type.String(),
  amount: Type.Number(),
  currency: Nullable(Type.String()),
  direction: Type.Enum(['in', 'out', 'own'], { description: '`own`: between two accounts of the subject.' }),
});
export type CaseTransaction = Static<typeof CaseTransaction>;
const sums = Type.Object({ count: Type.Integer(), amount: Type.Number(), accounts: Type.Integer() });
export const CaseTransactionPage = Type.Object({
  count: Type.Integer(),
  next: Nullable(Type.String()),
  previous: Nullable(Type.String()),
  results: Type.Array(CaseTransaction),
  statement: Type.String({ description: 'The SQL that selects exactly these rows, for citations.' }),
  accounts: Type.Array(Type.String(), { description: 'The accounts of the subject, as they are compared.' }),
  figures: Type.Object(
    { in: sums, out: sums, first_at: Nullable(Timestamp), last_at: Nullable(Timestamp) },
    { description: 'Of all rows that fit, not only of this page.' },
  ),
  unusable_count: Type.Integer({
    description: 'Rows of the subject without a time or an amount. They are in no figure.',
  }),
});
export type CaseTransactionPage = Static<typeof CaseTransactionPage>;
export const CaseTransactionQuery = Type.Object({
  ...period,
  direction: Type.Optional(Type.Enum(['in', 'out'], { description: 'As the subject sees it. Default: both.' })),
  counterparty: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'An account.' })),
  min_amount: Type.Optional(Type.Number({ description: 'Amounts of at least so much.' })),
  max_amount: Type.Optional(Type.Number({ description: 'Amounts of at most so much.' })),
  ordering: Type.Optional(Type.Enum(['at', '-at', 'amount', '-amount'], { description: 'Default: -at.' })),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
});

export const NetworkNode = Type.Object({
  id: Type.String({ description: 'Unique in the answer.' }),
  kind: Type.String({ description: 'Kind of identifier, such as `account`, `device` or `address`, or `case`.' }),
  value: Type.String(),
  label: Type.String(),
  role: Type.Enum(['subject', 'counterparty', 'shared', 'case']),
  case: Nullable(
    Type.Object({ id: Uuid, number: Type.Integer(), state: Type.String(), outcome: Nullable(Type.String()) }),
  ),
});
export type NetworkNode = Static<typeof NetworkNode>;
export const NetworkEdge = Type.Object({
  from: Type.String(),
  to: Type.String(),
  kind: Type.Enum(['transactions', 'has'], { description: '`has`: a case has this identifier.' }),
  count: Type.Integer(),
  amount: Nullable(Type.Number()),
  first_at: Nullable(Timestamp),
  last_at: Nullable(Timestamp),
});
export type NetworkEdge = Static<typeof NetworkEdge>;
export const NetworkFinding = Type.Object({
  rule: ruleName,
  account: Type.String(),
  why: Type.String({ examples: ['12 accounts paid 41,200.00 within 7 days.'] }),
  from_at: Timestamp,
  to_at: Timestamp,
  accounts: Type.Integer(),
  transactions: Type.Integer(),
  amount: Type.Number(),
  counterparties: Type.Array(Type.String(), { description: 'At most 50.' }),
  statement: Type.String({ description: 'The SQL that selects the rows behind it.' }),
});
export type NetworkFinding = Static<typeof NetworkFinding>;
export const CaseNetwork = Type.Object({
  nodes: Type.Array(NetworkNode),
  edges: Type.Array(NetworkEdge),
  edge_count: Type.Integer({ description: 'All pairs of accounts around the subject. `edges` has the 200 largest.' }),
  findings: Type.Array(NetworkFinding),
  problems: Type.Array(Type.String(), { description: 'What could not be looked at, and why.' }),
  first_at: Nullable(Timestamp),
  last_at: Nullable(Timestamp),
  statement: Nullable(Type.String({ description: 'The SQL behind the edges.' })),
});
export type CaseNetwork = Static<typeof CaseNetwork>;
export const CaseNetworkQuery = Type.Object(period);
