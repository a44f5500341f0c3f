import { isLongInteger } from '#platform/json.ts';

// Removes secrets from everything that a job leaves behind: outputs, steps, prompts, errors, logs. Finds a value as it
// is and in its usual encodings: URL, JSON, HTML, hex, and base64 of a text that contains it.

export type Redactor = {
  isEmpty(): boolean;
  /** Replaces the value with `shown` from now on. */
  add(value: string, shown: string): void;
  text(text: string): string;
  /** Redacts all strings in a value. Binary content and functions stay unchanged. */
  value<T>(value: T): T;
  bytes(content: Buffer): Buffer;
  /** Redacts content that comes in pieces, also where a secret spans two of them. */
  stream(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer>;
};

/** Shorter values are not redacted: they occur in any text by chance. */
const CHARACTERS_MIN = 4;
/** Shorter pieces of an encoding or of a cut value occur by chance, too. */
const PIECE_CHARACTERS_MIN = 8;

export function createRedactor(): Redactor {
  /** Sorted by length, the longest first, so that a value that contains another is replaced as a whole. */
  let hidden: { form: string; shown: string }[] = [];

  function text(given: string): string {
    let shown = given;
    for (const one of hidden) if (shown.includes(one.form)) shown = shown.replaceAll(one.form, () => one.shown);
    return hideCut(shown);
  }

  /** A text that was cut in the middle of a secret ends with the beginning of one. */
  function hideCut(given: string): string {
    for (const { form, shown } of hidden) {
      if (form.length <= PIECE_CHARACTERS_MIN || given.length < PIECE_CHARACTERS_MIN) continue;
      const head = form.slice(0, PIECE_CHARACTERS_MIN);
      for (let at = given.indexOf(head, given.length - form.length + 1); at >= 0; at = given.indexOf(head, at + 1))
        if (form.startsWith(given.slice(at))) return given.slice(0, at) + shown;
    }
    return given;
  }

  function value(given: unknown): unknown {
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return given.map(value);
    if (!isPlain(given)) return given;
    return Object.fromEntries(Object.entries(given).map(([name, member]) => [text(name), value(member)]));
  }

  function bytes(content: Buffer): Buffer {
    // Latin-1 keeps every byte, so binary content survives.
    const raw = content.toString('latin1');
    let shown = raw;
    for (const { form, shown: mark } of hidden) {
      const found = Buffer.from(form).toString('latin1');
      if (shown.includes(found)) shown = shown.replaceAll(found, () => Buffer.from(mark).toString('latin1'));
    }
    return shown === raw ? content : Buffer.from(shown, 'latin1');
  }

  return {
    isEmpty: () => hidden.length === 0,
    add(secret, shown) {
      if (secret.length < CHARACTERS_MIN) return;
      const known = new Set(hidden.map(({ form }) => form));
      const forms = formsOf(secret.toWellFormed()).filter((form) => form.length >= CHARACTERS_MIN && !known.has(form));
      hidden = [...hidden, ...forms.map((form) => ({ form, shown }))].sort((a, b) => b.form.length - a.form.length);
    },
    text,
    value: (given) => (hidden.length === 0 ? given : (value(given) as typeof given)),
    bytes,
    async *stream(content) {
      let rest: Buffer = Buffer.alloc(0);
      for await (const piece of content) {
        const shown = bytes(Buffer.concat([rest, piece]));
        // Enough for a secret whose last byte is still to come. A value that is added later counts from then on.
        const kept = Math.max(0, ...hidden.map(({ form }) => Buffer.byteLength(form) - 1));
        const ready = Math.max(0, shown.length - kept);
        rest = shown.subarray(ready);
        if (ready > 0) yield shown.subarray(0, ready);
      }
      if (rest.length > 0) yield bytes(rest);
    },
  };
}

function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  const bytes = Buffer.from(secret);
  const urls = [
    encoded,
    encodeURI(secret),
    encoded.replaceAll('%20', '+'),
    encoded.replace(/[!'()*]/g, percent),
    new URLSearchParams([[secret, '']]).toString().slice(0, -1),
    // In an address that is a parameter of another one.
    encodeURIComponent(encoded),
  ];
  return [
    ...new Set([
      secret,
      ...jsonForms(secret),
      ...urls,
      ...urls.map((form) => form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
      ...htmlForms(secret),
      // How headers are read that somebody wrote as UTF-8.
      bytes.toString('latin1'),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      ...piecesOf(bytes),
      ...(bytes.length * 2 >= PIECE_CHARACTERS_MIN ? [bytes.toString('hex'), bytes.toString('hex').toUpperCase()] : []),
      ...(signatureOf(secret) ?? []),
    ]),
  ];
}

/** As the writers of JSON of different languages escape it: what has a meaning in HTML, and what is not ASCII. */
function jsonForms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const quoteless = json.replaceAll('\\"', '\\u0022');
  const forms = [
    json,
    escaped(json, /[<>&]/g),
    escaped(json, /[^ -~]/g),
    escaped(json, /[<>&]|[^ -~]/g),
    escaped(quoteless, /[<>&'+`]|[^ -~]/g),
    // In a text that is JSON within JSON.
    JSON.stringify(json).slice(1, -1),
  ];
  const both = [...forms, ...forms.map((form) => form.replaceAll('/', '\\/'))];
  return [
    ...both,
    ...both.map((form) => form.replace(/\\u[0-9a-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`)),
  ];
}

const escaped = (json: string, characters: RegExp): string =>
  json.replace(characters, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** With names or numbers of characters; quotes and apostrophes are written in many ways. */
function htmlForms(secret: string): string[] {
  const named = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const numbered = (write: (code: number) => string): string =>
    secret.replace(/[&<>"']/g, (one) => `&#${write(one.charCodeAt(0))};`);
  return [
    ...['"', '&quot;', '&#34;', '&#x22;'].flatMap((quote) =>
      ["'", '&apos;', '&#39;', '&#039;', '&#x27;'].map((apostrophe) =>
        named.replaceAll('"', quote).replaceAll("'", apostrophe),
      ),
    ),
    numbered(String),
    numbered((code) => `x${code.toString(16)}`),
    numbered((code) => `x${code.toString(16).toUpperCase()}`),
  ];
}

/** The part of a base64 text that only the secret decides, at each of three offsets: `user:` may stand before it. */
const piecesOf = (bytes: Buffer): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64url');
    const piece = whole.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    return piece.length < PIECE_CHARACTERS_MIN ? [] : [piece, piece.replaceAll('-', '+').replaceAll('_', '/')];
  });

/** The signature of a JSON web token, which somebody may repeat without the rest. */
const signatureOf = (secret: string): string[] | undefined =>
  /^[\w-]{8,}\.[\w-]{8,}\.([\w-]{16,})$/.exec(secret)?.slice(1);

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || isLongInteger(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
