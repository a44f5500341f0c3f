import { burn } from '@kenjiuno/msgreader/lib/Burner.js';

type Attachment = { name: string; content: Buffer; type?: string };
/** A mail inside another one has its own boundaries. */
let boundaries = 0;

type Mail = { subject?: string; text?: string; html?: string; attachments?: Attachment[] };

/** Creates an e-mail as programs send it: encoded headers, a body in two forms, attachments in base64. */
export function makeEml({ subject = 'Hello', text = '', html, attachments = [] }: Mail): Buffer {
  const boundary = `b${++boundaries}`;
  const part = (mark: string, headers: string[], body: string): string =>
    `--${mark}\r\n${headers.join('\r\n')}\r\n\r\n${body}\r\n`;
  const base64 = (content: Buffer): string => content.toString('base64').replace(/.{76}/g, '$&\r\n');
  const plain = (mark: string): string =>
    part(mark, ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'], quote(text));
  const seen = (mark: string): string =>
    part(
      mark,
      ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: base64'],
      base64(Buffer.from(html!)),
    );
  const inner = `${boundary}i`;
  const both = `${plain(inner)}${html === undefined ? '' : seen(inner)}--${inner}--\r\n`;
  const body =
    html === undefined
      ? plain(boundary)
      : part(boundary, [`Content-Type: multipart/alternative; boundary="${inner}"`], both);
  const files = attachments.map(({ name, content, type = 'application/octet-stream' }) => {
    const isMail = type === 'message/rfc822';
    const encoding = isMail ? [] : ['Content-Transfer-Encoding: base64'];
    const headers = [`Content-Type: ${type}; name="${name}"`, `Content-Disposition: attachment; filename="${name}"`];
    return part(boundary, [...headers, ...encoding], isMail ? content.toString('latin1') : base64(content));
  });
  const head = [
    'Received: from mail.example.com by mx.example.org',
    'From: =?UTF-8?B?SsO8cmdlbiBNw7xsbGVy?= <juergen@example.com>',
    'To: Accounts <accounts@example.org>',
    `Subject: =?UTF-8?B?${Buffer.from(subject).toString('base64')}?=`,
    'Date: Mon, 04 May 2026 10:00:00 +0200',
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}${files.join('')}--${boundary}--\r\n`, 'latin1');
}

const quote = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) =>
      byte > 126 || byte === 61 ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}` : String.fromCharCode(byte),
    )
    .join('');

const [ROOT, STORAGE, STREAM] = [5, 1, 2];

/** Creates an Outlook message with a subject, a body and attachments. */
export function makeMsg({ subject = 'Hello', text = '', attachments = [] }: Mail): Buffer {
  type Entry = { name: string; type: number; children?: number[]; binaryProvider?: () => Uint8Array; length: number };
  const entries: Entry[] = [{ name: 'Root Entry', type: ROOT, children: [], length: 0 }];
  const add = (parent: number, entry: Omit<Entry, 'length'>, content?: Buffer): number => {
    const index =
      entries.push({
        ...entry,
        length: content?.length ?? 0,
        ...(content && { binaryProvider: () => Uint8Array.from(content) }),
      }) - 1;
    entries[parent]!.children!.push(index);
    return index;
  };
  const stream = (parent: number, name: string, content: Buffer): number =>
    add(parent, { name, type: STREAM }, content);
  const wide = (value: string): Buffer => Buffer.from(value, 'utf16le');
  stream(0, '__properties_version1.0', Buffer.alloc(32));
  stream(0, '__substg1.0_0037001F', wide(subject));
  stream(0, '__substg1.0_1000001F', wide(text));
  stream(0, '__substg1.0_0C1A001F', wide('Jürgen Müller'));
  for (const [index, { name, content }] of attachments.entries()) {
    const folder = add(0, {
      name: `__attach_version1.0_#${String(index).padStart(8, '0')}`,
      type: STORAGE,
      children: [],
    });
    stream(folder, '__properties_version1.0', Buffer.alloc(8));
    stream(folder, '__substg1.0_37010102', content);
    stream(folder, '__substg1.0_3707001F', wide(name));
  }
  return Buffer.from(burn(entries as never));
}
