import { Type } from 'typebox';
import { Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Budgets, and the alerts about them and about unusual behaviour of agents, on the wire.

const scopes = ['organization', 'agent', 'key'] as const;
const periods = ['day', 'month'] as const;
const actions = ['warn', 'stop'] as const;

const amount = Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000, description: 'USD.' });
const action = Type.Enum([...actions], {
  description: '`warn`: alerts at 80 % and 100 %. `stop`: also refuses new jobs once the budget is spent.',
});

export const BudgetBody = Type.Object(
  {
    scope: Type.Enum([...scopes]),
    agent_id: Type.Optional(Type.String({ format: 'uuid', description: 'Required for the scope `agent`.' })),
    key_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'Required for the scope `key`: the id of an API key.' }),
    ),
    period: Type.Enum([...periods], { description: 'Of UTC.' }),
    amount,
    action: Type.Optional(action),
  },
  { examples: [{ scope: 'organization', period: 'day', amount: 50, action: 'warn' }] },
);

export const BudgetChange = Type.Object(
  { amount: Type.Optional(amount), action: Type.Optional(action) },
  { examples: [{ amount: 80 }] },
);

export const Budget = Type.Object({
  id: Uuid,
  scope: Type.Enum([...scopes]),
  agent_id: Nullable(Uuid),
  key_id: Nullable(Uuid),
  name: Type.String({ description: 'Name of the agent, API key or organization.' }),
  period: Type.Enum([...periods]),
  amount: Type.Number(),
  action: Type.Enum([...actions]),
  spent: Type.Number({ description: 'USD spent in this period, at most 30 seconds old.' }),
  state: Type.Enum(['ok', 'warning', 'reached'], { description: 'warning: 80 % or more is spent.' }),
  period_starts_at: Timestamp,
  created_at: Timestamp,
});

export const Alert = Type.Object({
  id: Uuid,
  kind: Type.Enum(['budget_warning', 'budget_reached', 'failures', 'latency']),
  budget_id: Nullable(Uuid),
  agent_id: Nullable(Uuid),
  message: Type.String(),
  detail: Type.Record(Type.String(), Type.Unknown()),
  created_at: Timestamp,
  ended_at: Nullable(
    Type.String({ format: 'date-time', description: 'When the value returned to normal or the period ended.' }),
  ),
  delivery: Type.Enum(['none', 'pending', 'done', 'failed'], {
    description: 'State of the delivery through the connection.',
  }),
  delivery_error: Nullable(Type.String()),
});
export const AlertPage = Page(Alert);

export const AlertQuery = Type.Object({
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
  open: Type.Optional(Type.Boolean({ description: 'If true, only alerts that are still active.' })),
});

const optionalUuid = (description: string) => Type.Optional(Nullable(Type.String({ format: 'uuid', description })));

export const AlertSettingsBody = Type.Object(
  {
    watches_agents: Type.Boolean({
      description:
        'Alert when the failure rate or the 95th percentile of the duration of an agent leaves its usual range.',
    }),
    webhook_id: optionalUuid('The webhook that receives alerts as the event `alert`.'),
    connection_id: optionalUuid('The connection that performs an operation for each alert.'),
    operation: Type.Optional(Nullable(Type.String({ maxLength: 100, examples: ['post_message'] }))),
    params: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Parameters of the operation, with placeholders such as `${alert.message}`.',
        examples: [{ text: '${alert.message}' }],
      }),
    ),
  },
  { examples: [{ watches_agents: true }] },
);

export const AlertSettings = Type.Object({
  watches_agents: Type.Boolean(),
  webhook_id: Nullable(Uuid),
  connection_id: Nullable(Uuid),
  operation: Nullable(Type.String()),
  params: Type.Record(Type.String(), Type.String()),
});
