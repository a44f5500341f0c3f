import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server on loopback that keeps what it is sent. */
export async function startMailServer(options: object = {}) {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(
      { username, password }: { username: string; password: string },
      _session: unknown,
      done: (error: Error | null, ok?: object) => void,
    ) {
      done(username === 'u' && password === 'p' ? null : new Error('no'), { user: username });
    },
    onData(stream: NodeJS.ReadableStream, _session: unknown, done: () => void) {
      text(stream as never).then((mail) => {
        mails.push(mail);
        done();
      }, done);
    },
    ...options,
  } as never);
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { mails, port, close: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
}

export const mailConfig = (port: number) => ({
  host: '127.0.0.1',
  port,
  from: 'Reports <reports@example.com>',
  require_tls: false,
});
