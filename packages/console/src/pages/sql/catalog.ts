import { type CompletionContext, type CompletionResult, closeCompletion } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { agentCall } from './agent-call.ts';
import { type Catalog, listColumns } from './list-columns.ts';
import { writeSource } from './read-sql.ts';

/** Completes columns, connections, and agents by name, because nobody knows their ids. */
export function completeCatalog(catalog: Catalog) {
  const { agents, connections } = catalog;
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w.]+/);
    if (word === null && !context.explicit) return null;
    const functions = [
      { label: 'job_status', detail: 'status code of a job', type: 'function', apply: 'job_status(' },
      { label: 'job_result', detail: 'result of a job', type: 'function', apply: 'job_result(' },
    ];
    const calls = agents.flatMap(({ id, name }) => [
      {
        label: `run_agent_sync ${name}`,
        detail: 'wait for the answer',
        type: 'function',
        apply: writeCall(catalog, id, true),
      },
      { label: `run_agent ${name}`, detail: 'start a job', type: 'function', apply: writeCall(catalog, id, false) },
    ]);
    const sources = connections.map(({ name, connector_display_name: kind }) => ({
      label: `connection ${name}`,
      detail: `rows of ${kind}`,
      type: 'function',
      apply: writeSource(name),
    }));
    const options = [...functions, ...sources, ...listColumns(catalog, context.state.doc.toString()), ...calls];
    return { from: word?.from ?? context.pos, options, validFor: /^[\w. ]*$/ };
  };
}

/** Loads the inputs of an agent when it is chosen. Does nothing if the user has typed on in the meantime. */
function writeCall(catalog: Catalog, id: string, sync: boolean) {
  return (view: EditorView, _completion: unknown, from: number, to: number): void => {
    const { doc } = view.state;
    closeCompletion(view);
    void agentCall(catalog, id, sync).then((insert) => {
      if (!view.state.doc.eq(doc)) return;
      view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } });
    });
  };
}
