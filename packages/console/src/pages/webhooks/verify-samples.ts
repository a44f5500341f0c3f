/** Samples of how a receiver verifies requests. */
export const verifySamples = [
  {
    language: 'TypeScript',
    code: `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.ERRAND_WEBHOOK_SECRET!);

export async function handle(request: Request): Promise<Response> {
  const body = await request.text(); // the raw body, not parsed and written again
  try {
    const event = webhook.verify(body, Object.fromEntries(request.headers));
    return new Response(null, { status: 204 });
  } catch {
    return new Response('bad signature', { status: 401 });
  }
}`,
  },
  {
    language: 'Python',
    code: `import base64, hashlib, hmac, time

def verify(body: bytes, headers, secret: str) -> bool:
    key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()
    stamp = headers["webhook-timestamp"]
    if abs(time.time() - int(stamp)) > 300:
        return False
    signed = f"{headers['webhook-id']}.{stamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, one) for one in headers["webhook-signature"].split(" "))`,
  },
];
