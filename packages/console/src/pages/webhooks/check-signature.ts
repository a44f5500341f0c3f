import { decodeSecret, signWebhook, TOLERANCE_SECONDS } from '@errand/sdk/webhook-signature';

// Checks step by step, in the browser, why a receiver would accept or refuse a request.

export type SignatureCheck = { ok: boolean; title: string; detail: string };

export type SignedRequest = { secret: string; id: string; timestamp: string; signature: string; body: string };

export async function checkSignature(request: SignedRequest, nowMs = Date.now()): Promise<SignatureCheck[]> {
  const { secret, id, timestamp, signature, body } = request;
  const checks: SignatureCheck[] = [];
  const add = (ok: boolean, title: string, detail: string) => checks.push({ ok, title, detail });
  for (const [name, value] of [
    ['webhook-id', id],
    ['webhook-timestamp', timestamp],
    ['webhook-signature', signature],
  ] as const) {
    if (value.trim() === '') add(false, `${name} is missing`, 'Every delivery has it. Does a proxy remove it?');
  }
  if (checks.length > 0) return checks;
  const seconds = /^\d+$/.test(timestamp.trim()) ? Number(timestamp) : Number.NaN;
  if (Number.isNaN(seconds)) add(false, 'The timestamp is not a number', 'Must be whole seconds since 1970.');
  else {
    const off = Math.round(nowMs / 1_000) - seconds;
    const isNear = Math.abs(off) <= TOLERANCE_SECONDS;
    const age = off >= 0 ? `${off} s ago` : `${-off} s in the future`;
    const detail = isNear
      ? `Signed ${age}: within five minutes.`
      : `Signed ${age}. Receivers refuse more than five minutes: the request is old, or a clock is wrong. Each attempt is signed again.`;
    add(isNear, 'Time', detail);
  }
  if (decodeSecret(secret.trim()) === undefined) {
    add(false, 'The secret cannot be read', 'The part after whsec_ must be base64. Was it copied in full?');
    return checks;
  }
  const given = signature.trim().split(/\s+/);
  if (!given.every((one) => one.startsWith('v1,'))) {
    add(
      false,
      'The signature has the wrong format',
      'Expected v1, followed by base64; several are separated by a space.',
    );
  }
  const matches = async (text: string, with_: string | Uint8Array<ArrayBuffer> = secret.trim()) =>
    given.includes(await signWebhook({ id: id.trim(), timestamp: timestamp.trim(), body: text }, [with_]));
  if (await matches(body)) {
    add(true, 'Signature', 'Secret, headers and body belong together.');
    return checks;
  }
  add(false, 'Signature', await explain(matches, secret.trim(), body));
  return checks;
}

/** Tries common mistakes, so that the result can name the one that was made. */
async function explain(
  matches: (text: string, key?: Uint8Array<ArrayBuffer>) => Promise<boolean>,
  secret: string,
  body: string,
): Promise<string> {
  const trimmed = body.trim();
  if (trimmed !== body && (await matches(trimmed)))
    return 'It matches the body without surrounding whitespace: something added a line break.';
  if (await matches(`${body}\n`)) return 'It matches the body with a line break at its end: something removed it.';
  const compact = rewrite(body, 0);
  if (compact !== undefined && (await matches(compact)))
    return 'It matches the same JSON written compactly: the body was parsed and serialized again. Verify the raw bytes.';
  const asText = new TextEncoder().encode(secret);
  if (await matches(body, asText))
    return 'It matches the secret used as text: decode the base64 after whsec_ before using it as the key.';
  return 'No common mistake explains it: the secret may be rotated or belong to another webhook, or the body differs from what was sent.';
}

function rewrite(body: string, indent: number): string | undefined {
  try {
    return JSON.stringify(JSON.parse(body), null, indent);
  } catch {
    return undefined;
  }
}
