import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { Agent } from '@errand/sdk/agents.ts';
import type { Table } from '@errand/sdk/tables.ts';

export type Catalog = { tables: Table[]; agents: Pick<Agent, 'id' | 'name'>[] };

/** Tables and columns as the editor's completion wants them. */
export const toSchema = ({ tables }: Catalog): Record<string, string[]> =>
  Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));

/** A call of an agent, to be completed with its inputs. */
export const agentCall = (id: string, sync: boolean): string =>
  `${sync ? 'run_agent_sync' : 'run_agent'}('${id}', MAP {'text': column_name})`;

/** Agents by their name: nobody knows their ids. */
export function completeAgents({ agents }: Catalog) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w.]+/);
    if (word === null && !context.explicit) return null;
    const functions = [
      { label: 'job_status', detail: 'status code of a job', type: 'function', apply: 'job_status(' },
      { label: 'job_result', detail: 'result of a job', type: 'function', apply: 'job_result(' },
    ];
    const calls = agents.flatMap(({ id, name }) => [
      { label: `run_agent_sync ${name}`, detail: 'wait for the answer', type: 'function', apply: agentCall(id, true) },
      { label: `run_agent ${name}`, detail: 'start a job', type: 'function', apply: agentCall(id, false) },
    ]);
    return { from: word?.from ?? context.pos, options: [...functions, ...calls], validFor: /^[\w. ]*$/ };
  };
}
