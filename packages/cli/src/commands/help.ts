import type { Argument, Command, Option } from 'commander';
import { UsageError } from '../terminal/errors.ts';
import { print } from '../terminal/operate.ts';

/** Help for people, and with --json a map of the commands for programs. */
export function addHelpCommand(program: Command): void {
  program.helpCommand(false);
  program
    .command('help')
    .description('show help for a command; with --json, all commands with their arguments and options')
    .argument('[command...]', 'the words of a command, such as jobs list')
    .action((words: string[], _, command: Command) => {
      const found = words.reduce<Command | undefined>(
        (at, word) => at?.commands.find((one) => one.name() === word || one.aliases().includes(word)),
        program,
      );
      if (found === undefined) throw new UsageError(`There is no command ${words.join(' ')}. errand help lists all.`);
      print(command, { json: describe(found), text: found.helpInformation().trimEnd() });
    });
}

type Described = {
  command: string;
  description: string;
  arguments: object[];
  options: object[];
  commands: Described[];
};

function describe(command: Command): Described {
  return {
    command: pathOf(command),
    description: command.description() || command.summary(),
    arguments: command.registeredArguments.map(describeArgument),
    options: command.options.filter(({ hidden }) => !hidden).map(describeOption),
    commands: command.commands.map(describe),
  };
}

const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

const describeArgument = (argument: Argument) => ({
  name: argument.name(),
  description: argument.description,
  required: argument.required,
  repeated: argument.variadic,
  ...(argument.argChoices && { choices: argument.argChoices }),
});

const describeOption = (option: Option) => ({
  flags: option.flags,
  description: option.description,
  required: option.mandatory,
  takes_value: option.required || option.optional,
  repeated: option.variadic,
  ...(option.argChoices && { choices: option.argChoices }),
  ...(option.defaultValue !== undefined && { default: option.defaultValue }),
});
