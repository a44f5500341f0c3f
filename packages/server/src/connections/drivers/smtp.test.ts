import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailConfig, startMailServer } from '../../../test/connections/mail-server.ts';
import { systemOf } from '../../../test/connections/systems.ts';
import { smtp } from './smtp.ts';

test('a mail is sent with its parts, and one key is one message id', async (t) => {
  const server = await startMailServer();
  t.after(server.close);
  const system = systemOf(mailConfig(server.port), { username: 'u', password: 'p' });
  assert.equal(await smtp.test(system), 'The server accepts mail with these credentials.');
  const said = await smtp.deliveries!.send_mail!.run(
    system,
    {
      to: 'a@example.com, b@example.com',
      subject: 'Result\r\nBcc: c@example.com',
      text: 'Grüße',
      reply_to: 'r@example.com',
    },
    'key-1',
  );
  assert.equal(said, 'Sent to 2 recipients.');
  const mail = server.mails[0]!;
  assert.match(mail, /^From: Reports <reports@example.com>/m);
  assert.match(mail, /^Message-ID: <key-1@errand>/im);
  assert.match(mail, /^Subject: Result Bcc: c@example.com/m, 'a line break starts no header');
  assert.match(mail, /Gr=C3=BC=C3=9Fe|R3LDvMOfZQ/);
});

test('wrong credentials, a server without TLS and a private network are reported plainly', async (t) => {
  const server = await startMailServer();
  t.after(server.close);
  const wrong = systemOf(mailConfig(server.port), { username: 'u', password: 'a-wrong-password' });
  await assert.rejects(
    smtp.test(wrong),
    (error: Error) => /credentials/.test(error.message) && !/a-wrong/.test(error.message),
  );
  const strict = systemOf({ ...mailConfig(server.port), require_tls: true });
  await assert.rejects(smtp.test(strict), /TLS/);
  await assert.rejects(smtp.test(systemOf({ ...mailConfig(25), host: '10.0.0.1' })), /public internet/);
});

test('a receiver that the server refuses is reported with its words and not tried again', async (t) => {
  const server = await startMailServer({
    onRcptTo: (_to: unknown, _session: unknown, done: (error: Error) => void) =>
      done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })),
  });
  t.after(server.close);
  const sent = smtp.deliveries!.send_mail!.run(
    systemOf(mailConfig(server.port)),
    { to: 'x@example.com', subject: 's', text: 't' },
    'k',
  );
  await assert.rejects(sent, { message: /No such mailbox/, retry: false });
});
