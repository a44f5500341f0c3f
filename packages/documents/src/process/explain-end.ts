import { DocumentFailure } from './failure.ts';
import type { ParserLimits } from './host.ts';

/** How a process ended that sent no final message. */
export type End = {
  name: string;
  /** Why we killed it. */
  killedFor: 'time' | 'memory' | 'answer' | undefined;
  signal: NodeJS.Signals | null;
  started: boolean;
  /** Its last output on stderr. */
  complaint: string;
};

const ADVICE = 'Split it into smaller files, or save it again with another program.';

/** Explains the end in a sentence for the owner of the file. It can be retried if the file is not the cause. */
export function explainEnd(end: End, { timeoutMs, memoryBytesMax }: ParserLimits): DocumentFailure {
  const file = `'${end.name}' could not be read`;
  switch (end.killedFor ?? reasonOf(end)) {
    case 'time':
      return new DocumentFailure(`${file} within ${Math.round(timeoutMs / 1_000)} seconds. ${ADVICE}`);
    case 'memory':
      return new DocumentFailure(`${file} with ${Math.round(memoryBytesMax / 1024 ** 2)} MB of memory. ${ADVICE}`);
    case 'answer':
      return new DocumentFailure(`${file}: it has too much content. ${ADVICE}`);
    case 'start':
      return new DocumentFailure(`${file}: this server could not start a process for it.`, {
        retry: true,
        cause: new Error(end.complaint),
      });
    case 'system':
      return new DocumentFailure(
        `${file}: the system ended the process that read it, probably because of a lack of memory.`,
        {
          retry: true,
        },
      );
    default:
      return new DocumentFailure(
        `${file}: it is damaged or has an unsupported format. Save it again with another program.`,
      );
  }
}

function reasonOf({ signal, started, complaint }: End): 'start' | 'time' | 'memory' | 'system' | 'crash' {
  // These programs start ours in the sandbox.
  if (!started || /^(unshare|setpriv|sh): /m.test(complaint)) return 'start';
  if (signal === 'SIGXCPU') return 'time';
  if (/out of memory|allocation failed|heap limit|OOM/i.test(complaint)) return 'memory';
  return signal === 'SIGKILL' ? 'system' : 'crash';
}
