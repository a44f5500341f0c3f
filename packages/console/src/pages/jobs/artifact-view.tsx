import { FOREVER, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { QueryView } from '../../design/query-view.tsx';
import { JsonTree } from '../../json/json-tree.tsx';
import { TextView } from '../../json/text-view.tsx';
import { errand } from '../../session/client.ts';

/** Shows the content of an artifact in place. */
export function ArtifactView({ jobId, artifactKey }: { jobId: string; artifactKey: string }) {
  const query = useRead(
    keys.artifact(jobId, artifactKey),
    async (options) => (await errand.jobs.artifact(jobId, { artifact_key: artifactKey }, options)).result,
    FOREVER,
  );
  const name = artifactKey.split('/').at(-1) ?? artifactKey;
  return (
    <QueryView query={query} rows={3}>
      {(value) =>
        typeof value === 'string' ? (
          <TextView text={value} label={`Artifact ${name}`} />
        ) : (
          <JsonTree value={value} label={`Artifact ${name}`} fileName={name} />
        )
      }
    </QueryView>
  );
}
