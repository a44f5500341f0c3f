import { type Static, Type } from 'typebox';
import { Nullable, Timestamp, Uuid } from './values.ts';

// The demo workspace on the wire: real sample objects that are created and removed together.

export const DemoWorkspace = Type.Object({
  created_at: Nullable(Type.String({ ...Timestamp, description: 'Null if there is no demo workspace.' })),
  agents: Type.Array(Uuid, { description: 'Agents of the demo. They have the tag `demo`.' }),
  policies: Type.Array(Uuid),
  tables: Type.Array(Type.String({ examples: ['demo_orders'] })),
});
export type DemoWorkspace = Static<typeof DemoWorkspace>;

export const DemoRemoved = Type.Object({
  agents: Type.Integer(),
  jobs: Type.Integer({ description: 'Number of removed jobs, with their inputs, outputs and evidence.' }),
  policies: Type.Integer(),
  tables: Type.Integer(),
});
export type DemoRemoved = Static<typeof DemoRemoved>;
