import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, buttonClass } from '../../design/button.tsx';
import { JsonView } from '../../design/json-view.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';
import { type EvidenceItem, findEvidence } from './find-evidence.ts';

/** What an output rests on: saved pages, screenshots, extracted passages. Opened in place. */
export function Evidence({ value, jobId }: { value: unknown; jobId: string }) {
  const [open, setOpen] = useState<string>();
  const items = findEvidence(value);
  if (items.length === 0) return null;
  return (
    <section aria-label="Evidence" className="mt-3 rounded-md border border-border p-3">
      <h4 className="mb-2 font-semibold">Evidence</h4>
      <ul className="flex flex-col gap-2">
        {items.map((item) => (
          <li key={item.id}>
            <div className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{item.name}</span>
              <span className="text-muted">{item.description}</span>
              {item.kind === 'link' ? (
                <a
                  href={item.target}
                  target="_blank"
                  rel="noreferrer noopener"
                  className={buttonClass('secondary', 'sm')}
                >
                  <ExternalLink size={12} aria-hidden /> Open page
                </a>
              ) : (
                <Button
                  size="sm"
                  aria-expanded={open === item.id}
                  onClick={() => setOpen(open === item.id ? undefined : item.id)}
                >
                  {open === item.id ? 'Hide' : 'Show'}
                </Button>
              )}
            </div>
            {open === item.id && <Content item={item} jobId={jobId} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Content({ item, jobId }: { item: EvidenceItem; jobId: string }) {
  return item.kind === 'artifact' ? (
    <Artifact jobId={jobId} artifactKey={item.target} />
  ) : (
    <Reference jobId={jobId} resourceId={item.target} name={item.name} />
  );
}

function Artifact({ jobId, artifactKey }: { jobId: string; artifactKey: string }) {
  const query = useQuery({
    queryKey: ['jobs', jobId, 'artifact', artifactKey],
    queryFn: ({ signal }) => errand.jobs.artifact(jobId, artifactKey, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="mt-2">
      <QueryView query={query}>{(content) => <JsonView value={content} label="Artifact" />}</QueryView>
    </div>
  );
}

/** Pages from the web are shown without script and without an origin of their own. */
function Reference({ jobId, resourceId, name }: { jobId: string; resourceId: string; name: string }) {
  const query = useQuery({
    queryKey: ['jobs', jobId, 'reference', resourceId],
    queryFn: ({ signal }) => errand.jobs.reference(jobId, resourceId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="mt-2">{<QueryView query={query}>{(blob) => <BlobView blob={blob} name={name} />}</QueryView>}</div>
  );
}

function BlobView({ blob, name }: { blob: Blob; name: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (url === undefined) return null;
  if (blob.type.startsWith('image/'))
    return <img src={url} alt={name} className="max-h-96 rounded-sm border border-border" />;
  return <iframe src={url} title={name} sandbox="" className="h-96 w-full rounded-sm border border-border bg-white" />;
}
