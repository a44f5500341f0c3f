import MsgReaderModule from '@kenjiuno/msgreader';
import PostalMime, { type Address } from 'postal-mime';
import type { Block } from '../model/blocks.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { newBudget, type Part, readParts } from './container.ts';
import { composeDom } from './dom-text.ts';
import { parseHtmlText } from './html.ts';
import { blocksOfText, decodeText } from './plain-text.ts';
import type { ContainerReader } from './reader.ts';

/** The HTML limit of a page. A longer body is read as text. */
const HTML_CHARACTERS_MAX = 20 * 1024 * 1024;

type Mail = { headers: [string, string | undefined][]; text: string; html: string; attachments: Part[] };

/** Reads an e-mail. Its first page is the visible message, followed by the attachments. */
export const readEmail: ContainerReader = async (content, request, emit, { readPart, inside }) => {
  const mail = isOutlook(content) ? readMsg(content) : await readEml(content);
  const page = composeMail(mail);
  if (request.pages === undefined || request.pages.includes(1))
    emit({ number: 1, width: 0, height: 0, scanned: false, ...page });
  const reading = {
    ...{ request, emit, readPart, pagesBefore: 1, path: inside?.path ?? '' },
    ...{ depth: inside?.depth ?? 0, budget: inside?.budget ?? newBudget() },
  };
  const { pageCount, parts } = await readParts(mail.attachments, reading);
  const subject = mail.headers.find(([name]) => name === 'Subject')?.[1];
  return { pageCount, ownPages: 1, parts, ...(subject !== undefined && { title: subject }) };
};

export const isOutlook = (content: Buffer): boolean => content[0] === 0xd0 && content[1] === 0xcf;

/** Writes headers as fields, then the body, preferably the visible text of the HTML body. */
function composeMail({ headers, text, html }: Mail): { text: string; blocks: Block[] } {
  const head = headers
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${value!.replace(/\s+/g, ' ')}`)
    .join('\n');
  const body = bodyOf(text, html);
  const start = head.length + 2;
  const moved = body.blocks.map((block) => moveBlock(block, start));
  return { text: `${head}\n\n${body.text}`, blocks: [...blocksOfText(head), ...moved] };
}

function bodyOf(text: string, html: string): { text: string; blocks: Block[] } {
  if (html !== '' && html.length <= HTML_CHARACTERS_MAX) {
    const seen = composeDom(parseHtmlText(html).body);
    if (seen.text !== '') return seen;
  }
  const plain = text.replace(/\r\n?/g, '\n').trim();
  return { text: plain, blocks: blocksOfText(plain) };
}

function moveBlock(block: Block, by: number): Block {
  const cells = block.cells?.map((value, index) => (index % 6 >= 4 ? value + by : value));
  return {
    ...block,
    start: block.start + by,
    end: block.end + by,
    ...(block.label && { label: [block.label[0] + by, block.label[1] + by] as [number, number] }),
    ...(cells && { cells }),
  };
}

async function readEml(content: Buffer): Promise<Mail> {
  // Forwarded mails are attachments, which are read like any other.
  const mail = await parseEml(content).catch(() => {
    throw new UnreadableFile('is an e-mail that could not be decoded. Save or upload it again.');
  });
  return {
    headers: [
      ['From', mail.from && addressOf(mail.from)],
      ['To', mail.to?.map(addressOf).join(', ')],
      ['Cc', mail.cc?.map(addressOf).join(', ')],
      ['Date', mail.date],
      ['Subject', mail.subject],
    ],
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments
      // Pictures in the body, such as logos, are not documents.
      .filter(({ related, mimeType }) => !(related && mimeType.startsWith('image/')))
      .map(({ filename, mimeType, content: bytes }, index) => ({
        name: filename ?? `attachment ${index + 1}${mimeType === 'message/rfc822' ? '.eml' : ''}`,
        contentType: mimeType,
        content: Buffer.from(bytes as ArrayBuffer),
      })),
  };
}

type ParsedMail = Awaited<ReturnType<typeof PostalMime.parse>>;

/** Mail without a charset is taken for UTF-8. Where that fails, the charset of its HTML or the usual one is tried. */
async function parseEml(content: Buffer): Promise<ParsedMail> {
  const options = { forceRfc822Attachments: true };
  const mail = await PostalMime.parse(content, options);
  const lost = lostLetters(mail);
  if (lost === 0) return mail;
  const charset = /<meta\b[^<>]*charset\s*=\s*["']?([\w-]{1,40})/i.exec(mail.html ?? '')?.[1] ?? 'windows-1252';
  const named = content
    .toString('latin1')
    .replace(TEXT_HEADER, (header) => (/charset/i.test(header) ? header : `${header}; charset=${charset}`));
  const again = await PostalMime.parse(Buffer.from(named, 'latin1'), options);
  return lostLetters(again) < lost ? again : mail;
}

/** With the lines that continue it. */
const TEXT_HEADER = /^content-type:[ \t]*text\/(?:html|plain)\b[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim;

const lostLetters = ({ text = '', html = '' }: ParsedMail): number => `${text}${html}`.split('\ufffd').length - 1;

const addressOf = ({ name, address, group }: Address): string => {
  if (group) return `${name}: ${group.map(addressOf).join(', ')}`;
  return name && name !== address ? `${name} <${address}>` : (address ?? '');
};

type MsgFields = {
  error?: string;
  subject?: string;
  body?: string;
  bodyHtml?: string;
  html?: Uint8Array;
  senderName?: string;
  senderEmail?: string;
  senderSmtpAddress?: string;
  messageDeliveryTime?: string;
  clientSubmitTime?: string;
  recipients?: { name?: string; email?: string; smtpAddress?: string; recipType?: string }[];
  attachments?: { fileName?: string; fileNameShort?: string; name?: string; innerMsgContent?: boolean }[];
};
type MsgReader = { getFileData(): MsgFields; getAttachment(index: number): { fileName: string; content: Uint8Array } };
// The package is CommonJS with its own default export.
const createMsgReader = ((MsgReaderModule as unknown as { default?: unknown }).default ?? MsgReaderModule) as new (
  view: DataView,
) => MsgReader;

function readMsg(content: Buffer): Mail {
  const damaged = (): UnreadableFile =>
    new UnreadableFile('is an Outlook message that could not be decoded. Save it as EML or PDF.');
  try {
    const reader = new createMsgReader(new DataView(Uint8Array.from(content).buffer));
    const fields = reader.getFileData();
    if (fields.error !== undefined) throw damaged();
    const to = (type: string): string =>
      (fields.recipients ?? [])
        .filter(({ recipType = 'to' }) => recipType === type)
        .map(({ name, email, smtpAddress }) => personOf(name, smtpAddress ?? email))
        .join(', ');
    return {
      headers: [
        ['From', personOf(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail)],
        ['To', to('to')],
        ['Cc', to('cc')],
        ['Date', fields.clientSubmitTime ?? fields.messageDeliveryTime],
        ['Subject', fields.subject],
      ],
      text: fields.body ?? '',
      html: fields.bodyHtml ?? (fields.html ? decodeText(Buffer.from(fields.html)) : ''),
      attachments: (fields.attachments ?? []).map((attachment, index) => {
        const { fileName, content: bytes } = reader.getAttachment(index);
        const name = attachment.fileName ?? attachment.fileNameShort ?? attachment.name ?? fileName;
        return { name: name ?? `attachment ${index + 1}`, contentType: '', content: Buffer.from(bytes) };
      }),
    };
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw damaged();
  }
}

const personOf = (name: string | undefined, address: string | undefined): string =>
  name && address && name !== address ? `${name} <${address}>` : (name ?? address ?? '');
