import { autocompletion, type Completion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching, defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { completeCatalog } from './catalog.ts';
import { type Catalog, toSchema } from './list-columns.ts';
import { readPosition } from './read-sql.ts';

type SqlEditorProps = {
  text: string;
  catalog: Catalog;
  /** The message of the last run, marked at its position. */
  error: string | undefined;
  onChange(text: string): void;
  /** Called with the selected text, or everything. */
  onRun(text: string): void;
  onSave(): void;
};

/** CodeMirror runs in a shadow root, where it adopts its styles in a way that the Content-Security-Policy allows. */
export function SqlEditor({ text, catalog, error, onChange, onRun, onSave }: SqlEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const language = useRef(new Compartment());
  const handlers = useRef({ onChange, onRun, onSave });
  handlers.current = { onChange, onRun, onSave };
  const first = useRef({ text, catalog });

  useEffect(() => {
    const element = host.current!;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const run = (editor: EditorView): boolean => {
      const { from, to } = editor.state.selection.main;
      handlers.current.onRun(from === to ? editor.state.doc.toString() : editor.state.sliceDoc(from, to));
      return true;
    };
    const save = (): boolean => {
      handlers.current.onSave();
      return true;
    };
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: first.current.text,
        extensions: [
          keymap.of([
            { key: 'Mod-Enter', run },
            { key: 'Mod-s', run: save, preventDefault: true },
          ]),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          highlightActiveLine(),
          placeholder('SELECT * FROM …'),
          syntaxHighlighting(highlight),
          language.current.of(languageOf(first.current.catalog)),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'SQL' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) handlers.current.onChange(update.state.doc.toString());
          }),
          theme,
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(languageOf(catalog)) });
  }, [catalog]);

  // Another draft was opened, or text was inserted from outside.
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const position = error === undefined ? undefined : readPosition(error);
    const { doc } = editor.state;
    if (error === undefined || position === undefined || position.line > doc.lines) {
      editor.dispatch(setDiagnostics(editor.state, []));
      return;
    }
    const line = doc.line(position.line);
    const from = Math.min(line.to, line.from + position.column - 1);
    editor.dispatch(setDiagnostics(editor.state, [{ from, to: line.to, severity: 'error', message: error }]));
  }, [error]);

  return (
    <div
      ref={host}
      data-testid="sql-editor"
      title="Drag the lower corner to change the height"
      className="h-56 max-h-[80vh] min-h-32 resize-y overflow-hidden rounded-md border border-control bg-raised focus-within:border-focus focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus"
    />
  );
}

const languageOf = (catalog: Catalog) => [
  sql({ dialect: PostgreSQL, schema: toSchema(catalog), upperCaseKeywords: true }),
  PostgreSQL.language.data.of({ autocomplete: completeCatalog(catalog) }),
  autocompletion({ icons: false, optionClass: ({ type }: Completion) => `kind-${type ?? 'other'}` }),
];

const variable = (name: string): string => `var(--color-${name})`;

/** Syntax colours that are readable in both themes. */
const colors: Record<string, string> = {
  '#708': 'started',
  '#219': 'started',
  '#164': 'started',
  '#a11': 'success',
  '#e40': 'success',
  '#085': 'cached',
  '#167': 'cached',
  '#940': 'faint',
  '#f00': 'failure',
};
const highlight = HighlightStyle.define(
  defaultHighlightStyle.specs.map(({ tag, color }) => ({ tag, color: variable(colors[color as string] ?? 'text') })),
);

const theme = EditorView.theme({
  '&': { fontSize: '13px', height: '100%', color: variable('text') },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px' },
  // The frame around the editor shows the focus, because the editor's own ring would be cut off at the corners.
  '&.cm-focused': { outline: 'none' },
  '.cm-gutters': { background: variable('surface'), color: variable('faint'), border: 'none' },
  '.cm-activeLine': { background: 'transparent' },
  '.cm-cursor': { borderLeftColor: variable('text') },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: variable('accent-soft'),
  },
  '.cm-placeholder': { color: variable('faint') },
  '.cm-tooltip': { background: variable('raised'), color: variable('text'), border: `1px solid ${variable('border')}` },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: variable('accent-soft'), color: variable('text') },
  '.cm-completionDetail': { color: variable('muted'), fontStyle: 'normal' },
});
