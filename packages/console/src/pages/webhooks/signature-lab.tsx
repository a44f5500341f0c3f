import { CircleCheck, OctagonX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Field, Textarea, TextField } from '../../design/field.tsx';
import { checkSignature, type SignatureCheck } from './check-signature.ts';

/** Checks a pasted request: whether a receiver would accept it, and why not. Nothing leaves the browser. */
export function SignatureLab({ secret }: { secret: string }) {
  const [checks, setChecks] = useState<SignatureCheck[]>();
  const [problem, setProblem] = useState<string>();
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    if (globalThis.crypto?.subtle === undefined) {
      setProblem('Browsers allow cryptography only over HTTPS or on localhost. Open the console that way.');
      return;
    }
    setProblem(undefined);
    setChecks(
      await checkSignature({
        secret: text('secret'),
        id: text('id'),
        timestamp: text('timestamp'),
        signature: text('signature'),
        // Form data has CRLF, but the typed or pasted text has LF.
        body: text('body').replaceAll('\r\n', '\n'),
      }),
    );
  }
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
        <p className="max-w-xl text-muted">
          Copy headers and body of a request from the log of your receiver. The check runs in this browser with the
          secret of this webhook.
        </p>
        <TextField
          label="Secret"
          name="secret"
          required
          type="password"
          autoComplete="off"
          defaultValue={secret}
          mono
        />
        <TextField label="webhook-id" name="id" mono />
        <TextField label="webhook-timestamp" name="timestamp" mono />
        <TextField label="webhook-signature" name="signature" mono />
        <Field label="Body" name="body">
          <Textarea className="min-h-32 font-mono text-code" />
        </Field>
        <div>
          <Button type="submit" variant="primary">
            Check
          </Button>
        </div>
      </form>
      <div role="status" className="flex flex-col gap-2">
        {problem && <p className="text-danger">{problem}</p>}
        {checks?.map(({ ok, title, detail }) => (
          <div key={title} className="flex gap-2.5 rounded-md border border-border p-3">
            {ok ? (
              <CircleCheck size={16} aria-label="good" className="mt-0.5 shrink-0 text-success" />
            ) : (
              <OctagonX size={16} aria-label="wrong" className="mt-0.5 shrink-0 text-failure" />
            )}
            <div>
              <p className="font-medium">{title}</p>
              <p className="text-muted">{detail}</p>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
