import { Button } from '../../design/button.tsx';
import { Field, Input } from '../../design/field.tsx';

type SkipFormProps = { busy: boolean; onSkip(reason: string): void; onBack(): void };

/** Asks why somebody else should decide. Enter skips, Escape goes back. */
export function SkipForm({ busy, onSkip, onBack }: SkipFormProps) {
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim();
        if (reason !== '' && !busy) onSkip(reason);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onBack();
      }}
    >
      <Field label="Why do you skip it?" description="The next reviewer sees it. You are not given this review again.">
        <Input name="reason" required autoFocus maxLength={2_000} placeholder="I know the vendor." />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Skip it
        </Button>
        <Button onClick={onBack}>Back</Button>
      </div>
    </form>
  );
}
