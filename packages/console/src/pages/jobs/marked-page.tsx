import { useEffect, useMemo, useState } from 'react';
import { MARK_ID, markHtml } from './mark-html.ts';

/** Shows a saved web page with words marked, without scripts, in a frame with an opaque origin. */
export function MarkedPage({ html, words, label }: { html: string; words: string; label: string }) {
  const marked = useMemo(() => markHtml(html, words), [html, words]);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([marked.html], { type: 'text/html;charset=utf-8' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [marked]);
  return (
    <div className="flex flex-col gap-2">
      {words !== '' && !marked.isFound && (
        <p className="text-warning">The words stand on the page in another form, so they are not marked.</p>
      )}
      {url !== undefined && (
        <iframe
          key={url}
          sandbox=""
          src={`${url}#${MARK_ID}`}
          title={label}
          className="h-[36rem] w-full rounded-md border border-border bg-[white]"
        />
      )}
    </div>
  );
}
