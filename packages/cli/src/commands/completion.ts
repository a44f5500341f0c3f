import { Argument, type Command } from 'commander';
import { type Shell, shells, writeCompletion } from '../terminal/completion.ts';
import { print } from '../terminal/operate.ts';

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and options')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .addHelpText('after', '\nbash: eval "$(errand completion bash)"   fish: errand completion fish | source')
    .action((shell: Shell, _, command: Command) => {
      const script = writeCompletion(shell, describe(program));
      print(command, { json: { shell, script }, text: script.trimEnd() });
    });
}

type Described = { path: string; words: string[] };

/** Lists every command with the words that may follow it. */
function describe(command: Command, path = ''): Described[] {
  const options = command.options.flatMap(({ long }) => (long ? [long] : []));
  const words = [...command.commands.map((child) => child.name()), ...options];
  return [
    { path, words },
    ...command.commands.flatMap((child) => describe(child, path === '' ? child.name() : `${path} ${child.name()}`)),
  ];
}
