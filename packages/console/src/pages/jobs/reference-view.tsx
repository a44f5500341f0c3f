import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { formatBytes } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { saveBlob } from '../../json/save-text.ts';
import { TextView } from '../../json/text-view.tsx';
import { errand } from '../../session/client.ts';
import { type MediaKind, mediaKindOf } from './media-kind.ts';

const TEXT_BYTES_MAX = 2_000_000;

/** Shows a saved page or file in place. Pages are shown without scripts, in a frame with an opaque origin. */
export function ReferenceView({ jobId, resourceId }: { jobId: string; resourceId: string }) {
  const query = useRead(
    keys.reference(jobId, resourceId),
    (options) => errand.jobs.reference(jobId, resourceId, {}, options),
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 },
  );
  return <QueryView query={query}>{(blob) => <Content blob={blob} name={resourceId} />}</QueryView>;
}

function Content({ blob, name }: { blob: Blob; name: string }) {
  const [asText, setAsText] = useState(false);
  const kind = mediaKindOf(blob.type);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2 text-muted">
        <span>
          {blob.type || 'unknown type'}, {formatBytes(blob.size)}
        </span>
        {kind === 'page' && (
          <Button size="sm" aria-pressed={asText} onClick={() => setAsText(!asText)}>
            {asText ? 'Show as page' : 'Show source'}
          </Button>
        )}
        <Button size="sm" icon={<Download size={12} aria-hidden />} onClick={() => saveBlob(blob, name)}>
          Download
        </Button>
      </div>
      {kind === 'text' || asText ? (
        <TextContent blob={blob} name={name} />
      ) : (
        <Framed blob={blob} name={name} kind={kind} />
      )}
      {wholeWords[kind] && !asText && <p className="text-muted">{wholeWords[kind]}</p>}
    </div>
  );
}

/** Says that nothing is marked in this kind of content, so that nobody looks for a mark. */
const wholeWords: Partial<Record<MediaKind, string>> = {
  image: 'This is the whole picture: the result names no place on it.',
  page: 'This is the whole page: the result names no words of it.',
  pdf: 'This is the whole document: the result names no place in it.',
};

function Framed({ blob, name, kind }: { blob: Blob; name: string; kind: MediaKind }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (url === undefined) return null;
  if (kind === 'image') {
    return <img src={url} alt={`Saved file ${name}`} className="max-h-[40rem] w-fit rounded-md border border-border" />;
  }
  if (kind === 'page') {
    // An empty sandbox allows no scripts, forms or origin. The frame also inherits this page's policy, which says the
    // same.
    return <iframe sandbox="" src={url} title={`Saved page ${name}`} className={frameClass} />;
  }
  // The browser's PDF viewer must be allowed to run. It is not a page of ours.
  if (kind === 'pdf') return <iframe src={url} title={`Saved document ${name}`} className={frameClass} />;
  return <p className="text-muted">This kind of file cannot be shown here. Download it to open it.</p>;
}

const frameClass = 'h-[36rem] w-full rounded-md border border-border bg-[white]';

function TextContent({ blob, name }: { blob: Blob; name: string }) {
  const [text, setText] = useState('');
  useEffect(() => {
    let isCurrent = true;
    void blob
      .slice(0, TEXT_BYTES_MAX)
      .text()
      .then((read) => isCurrent && setText(read));
    return () => {
      isCurrent = false;
    };
  }, [blob]);
  return <TextView text={blob.size > TEXT_BYTES_MAX ? `${text}\n… the rest is in the download.` : text} label={name} />;
}
