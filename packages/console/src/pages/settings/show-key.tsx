import { Button } from '../../design/button.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { Dialog } from '../../design/dialog.tsx';

const snippets = (key: string): [label: string, code: string][] => [
  ['API key', key],
  ['Line for an .env file', `ERRAND_API_KEY=${key}`],
  ['Try it', `curl ${location.origin}/v1/agents/ \\\n  -H "Authorization: Bearer ${key}"`],
];

/** Shows a key once, with the places where people need it. */
export function ShowKey({ apiKey, onClose }: { apiKey: string; onClose(): void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Copy the key now"
      description="Only a hash is stored, so the key cannot be shown again."
      actions={
        <Button variant="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {snippets(apiKey).map(([label, code]) => (
          <div key={label} className="flex flex-col gap-1">
            <h3 className="font-medium">{label}</h3>
            <CodeBlock code={code} label={label} />
          </div>
        ))}
      </div>
    </Dialog>
  );
}
