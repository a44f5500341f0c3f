import type { AgentVersion } from '@errand/sdk';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';

type RunOptionsProps = {
  version: AgentVersion;
  versions: readonly AgentVersion[];
  onVersion(id: string): void;
  metadataProblem: string | undefined;
  skipCache: boolean;
  onSkipCache(skip: boolean): void;
};

/** The options of a run besides its inputs. Metadata and limits are read from the form when it is submitted. */
export function RunOptions(props: RunOptionsProps) {
  const { version, versions, onVersion, metadataProblem, skipCache, onSkipCache } = props;
  return (
    <details className="rounded-md border border-border p-3" open={metadataProblem !== undefined || undefined}>
      <summary className="cursor-pointer font-medium">Options</summary>
      <div className="mt-3 flex flex-col gap-4">
        <Field label="Version" description="The current version by default.">
          <Select
            value={version.id}
            onChange={onVersion}
            options={versions.map((one) => ({
              value: one.id,
              label: `${one.version_name}${one.id === one.base_agent.current_version_id ? ' (current)' : ''}`,
            }))}
          />
        </Field>
        <Field
          label="Metadata"
          name="metadata"
          optional
          error={metadataProblem}
          description="A JSON object stored with the job."
        >
          <Textarea rows={2} className="font-mono text-code" placeholder='{"case": "A-17"}' />
        </Field>
        <div className="grid grid-cols-2 gap-4">
          <Field label="Time limit in seconds" name="timeout" optional>
            <Input type="number" min={1} max={7200} />
          </Field>
          <Field label="Cost limit in USD" name="max_cost" optional>
            <Input type="number" min={0} step="any" />
          </Field>
        </div>
        <Checkbox checked={skipCache} onChange={onSkipCache} label="Run again even if the result is cached" />
      </div>
    </details>
  );
}
