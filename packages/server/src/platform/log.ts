import pino, { type Logger } from 'pino';

export type { Logger };

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LEVELS)[number];
export const isLogLevel = (text: string): text is LogLevel => LEVELS.includes(text as LogLevel);

/** Lines are written in blocks: one system call per line was half of a line's cost. */
const LINES_MAX = 128;

/** Logs JSON lines to stderr, or to `sink`; stdout is for command output. Writes in blocks, at least once a second. */
export function createLog(level: LogLevel, sink?: { write(line: string): void }): Logger {
  const destination = pino.destination({ fd: 2, sync: false });
  let lines: string[] = [];
  function pass(): void {
    if (lines.length > 0) destination.write(lines.join(''));
    lines = [];
  }
  setInterval(pass, 1_000).unref();
  process.on('exit', () => {
    pass();
    destination.flushSync();
  });
  return pino(
    {
      level,
      base: undefined,
      timestamp: createTimestamps(),
      formatters: { level: (label) => ({ level: label }) },
      // This code never logs these; a library might.
      redact: ['req.headers.authorization', 'req.headers.cookie', 'api_key', 'password', 'secret', 'token'],
    },
    sink ?? {
      write(line: string): void {
        lines.push(line);
        if (lines.length >= LINES_MAX) pass();
      },
    },
  );
}

/** Lines of the same millisecond share the timestamp text: formatting it costs as much as the rest of a line. */
function createTimestamps(): () => string {
  let knownMs = -1;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== knownMs) {
      knownMs = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}
