import pino, { type Logger } from 'pino';

export type { Logger };

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LEVELS)[number];
export const isLogLevel = (text: string): text is LogLevel => LEVELS.includes(text as LogLevel);

/** JSON lines on stderr; stdout belongs to what people and scripts asked for. Written in blocks, flushed every second. */
export function createLog(level: LogLevel): Logger {
  const destination = pino.destination({ fd: 2, sync: false, minLength: 8_192 });
  const flush = setInterval(() => destination.flush(), 1_000);
  flush.unref();
  process.on('exit', () => destination.flushSync());
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // Nothing of ours logs these; this is for what a library may log.
      redact: ['req.headers.authorization', 'req.headers.cookie', 'api_key', 'password', 'secret', 'token'],
    },
    destination,
  );
}
