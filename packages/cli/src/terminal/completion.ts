// Writes completion scripts for shells. They contain all words, so that a Tab does not start Node.

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

type Described = { path: string; words: string[] };

export function writeCompletion(shell: Shell, commands: readonly Described[]): string {
  if (shell === 'fish') return writeFish(commands);
  const prefix = shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : '';
  return `${prefix}${writeBash(commands)}`;
}

function writeBash(commands: readonly Described[]): string {
  const cases = commands.map(({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;`);
  return `_errand() {
  local path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) continue ;; esac
    path="\${path:+$path }$word"
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _errand errand
`;
}

function writeFish(commands: readonly Described[]): string {
  const lines = commands.flatMap(({ path, words }) => {
    const typed =
      path === ''
        ? 'test (count (commandline -opc)) -eq 1'
        : `string match -q 'errand ${path}' (commandline -opc | string join ' ')`;
    const plain = words.filter((word) => !word.startsWith('--'));
    const options = words.filter((word) => word.startsWith('--')).map((word) => `-l ${word.slice(2)}`);
    return [
      ...(plain.length > 0 ? [`complete -c errand -n "${typed}" -f -a '${plain.join(' ')}'`] : []),
      ...options.map((option) => `complete -c errand -n "${typed}" ${option}`),
    ];
  });
  return `${lines.join('\n')}\n`;
}
