import type { UploadState } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { formatNumber } from '../../design/format.ts';
import { showToast } from '../../design/toast.ts';
import { saveBlob } from '../../json/save-text.ts';
import { errand } from '../../session/client.ts';
import { sendFile } from './send-file.ts';

type BadRowMode = 'text' | 'reject' | 'stop';
type Progress = { step: 'sending' | 'importing'; share: number };

const LOOK_MS = 500;

type Upload = { file: File | undefined; name: string; withHeaders: boolean };

/** Sends a file and imports it. An import that stopped at rows that do not fit goes on without sending it again. */
export function useTableUpload({ file, name, withHeaders }: Upload) {
  const navigate = useNavigate();
  const [progress, setProgress] = useState<Progress>();
  /** The upload that waits for a decision, and what its import found. */
  const [sent, setSent] = useState<string>();
  const [stopped, setStopped] = useState<string>();
  const stop = useRef(new AbortController());
  useEffect(() => {
    const controller = stop.current;
    return () => controller.abort();
  }, []);
  const upload = useMutation({
    meta: { quiet: true },
    mutationFn: async (onBadRows: BadRowMode) => {
      const { signal } = stop.current;
      if (sent !== undefined) return untilImported(sent, onBadRows);
      const place = await errand.uploads.start({
        table_name: name,
        filename: file!.name,
        content_type: file!.type || 'application/octet-stream',
        with_headers: withHeaders,
      });
      await sendFile(place, file!, (share) => setProgress({ step: 'sending', share }), signal);
      return untilImported(place.upload_id, onBadRows);
    },
    onSettled: () => setProgress(undefined),
    onSuccess: async (state) => {
      if (state.status === 'STOPPED') {
        setSent(state.upload_id);
        setStopped(state.error ?? 'Some rows do not fit.');
        return;
      }
      const rejected = state.summary?.rejected_rows ?? 0;
      if (rejected > 0) await saveRejects(state);
      showToast(`${name} was imported`, {
        ...(rejected > 0 && {
          description: `${formatNumber(rejected)} ${rejected === 1 ? 'row was' : 'rows were'} left out and saved as CSV.`,
        }),
      });
      await reload(keys.tables());
      await navigate({ to: '/tables/$name', params: { name } });
    },
  });

  /** Looks until the import has ended or needs a decision. */
  async function untilImported(id: string, onBadRows: BadRowMode): Promise<UploadState> {
    const { signal } = stop.current;
    setProgress({ step: 'importing', share: 1 });
    await errand.uploads.complete(id, { on_bad_rows: onBadRows });
    for (;;) {
      const state = await errand.uploads.get(id, { signal });
      if (state.status === 'FAILED') throw new Error(state.error ?? 'The file could not be imported.');
      if (state.status === 'COMPLETED' || state.status === 'STOPPED') return state;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  return {
    upload,
    progress,
    stopped,
    /** Another file was chosen. */
    forget(): void {
      setSent(undefined);
      setStopped(undefined);
    },
  };
}

async function saveRejects({ upload_id: id, table_name: name }: UploadState): Promise<void> {
  const file = await errand.uploads.rejects(id);
  saveBlob(file, `${name}-rejects.csv`);
}
