import { readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';

// SQL line by line: a statement ends with a semicolon and may span lines. \d lists tables, \q ends. History is kept in a
// file.

export type Repl = {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  /** Runs a statement and returns what to print. */
  run(statement: string, signal: AbortSignal): Promise<string>;
  historyFile: string | undefined;
  /** Names to complete: tables and columns. */
  words(): Promise<readonly string[]>;
};

const HISTORY_MAX = 1_000;
const HELP = [
  'A statement ends with ; and may span lines.',
  '\\d         tables',
  '\\d NAME    columns of a table',
  '\\q         end (also Ctrl-D)',
  'Ctrl-C     drop what was typed, or stop the running statement',
].join('\n');
const keywords = ['select', 'from', 'where', 'group by', 'order by', 'limit', 'join', 'show tables', 'describe'];

export async function runRepl({ input, output, run, historyFile, words }: Repl): Promise<void> {
  const history = historyFile === undefined ? [] : await readHistory(historyFile);
  let known: readonly string[] = keywords;
  void words().then(
    (names) => {
      known = [...keywords, ...names];
    },
    // Completion is a convenience; the statement will say what is wrong.
    () => undefined,
  );
  const lines = createInterface({
    input,
    output,
    prompt: 'errand> ',
    history,
    historySize: HISTORY_MAX,
    removeHistoryDuplicates: true,
    completer: (line: string): [string[], string] => {
      const [word = ''] = /[\w.]*$/.exec(line) ?? [];
      const hits = word === '' ? [] : known.filter((one) => one.toLowerCase().startsWith(word.toLowerCase()));
      return [hits, word];
    },
  });
  const say = (text: string): void => {
    output.write(`${text}\n`);
  };
  let kept: string[] = history;
  lines.on('history', (all: string[]) => {
    kept = [...all];
  });
  let pending = '';
  let running: AbortController | undefined;
  lines.on('SIGINT', () => {
    if (running !== undefined) running.abort();
    else {
      pending = '';
      say('');
      lines.setPrompt('errand> ');
      lines.prompt();
    }
  });
  say('Type SQL that ends with ;  \\? for help, \\q to end.');
  lines.prompt();
  for await (const line of lines) {
    const command = pending === '' ? line.trim() : '';
    if (command === '\\q' || command === 'exit' || command === 'quit') break;
    if (command === '\\?' || command === 'help') say(HELP);
    else {
      const [, name] = /^\\d(?:\s+(\S+?);?)?$/.exec(command) ?? [];
      pending = /^\\d/.test(command)
        ? name === undefined
          ? 'show tables;'
          : `describe ${name};`
        : `${pending}${line}\n`;
      if (pending.trim() === '') pending = '';
      if (/;\s*$/.test(pending)) {
        running = new AbortController();
        const startedAt = performance.now();
        try {
          say(await run(pending.trim(), running.signal));
          say(`(${((performance.now() - startedAt) / 1_000).toFixed(2)} s)`);
        } catch (error) {
          say(running.signal.aborted ? 'Stopped.' : `✗ ${(error as Error).message}`);
        }
        running = undefined;
        pending = '';
      }
    }
    lines.setPrompt(pending === '' ? 'errand> ' : '     -> ');
    lines.prompt();
  }
  lines.close();
  if (historyFile !== undefined)
    await writeFile(historyFile, kept.slice(0, HISTORY_MAX).toReversed().join('\n'), { mode: 0o600 }).catch(
      () => undefined,
    );
}

/** The file has the oldest line first, and readline wants the newest. */
async function readHistory(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .toReversed();
}
