import type { Presigned } from '@errand/sdk';

/** Uploads a file. Uses XMLHttpRequest, because only it reports the progress. */
export function sendFile(
  upload: Presigned,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    // The URL may have the server's own host name, but this page uses the one it was opened with.
    const { pathname } = new URL(upload.upload_url);
    request.open(upload.upload_method, pathname);
    for (const [name, value] of Object.entries(upload.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(new Error(readDetail(request.responseText) ?? `The server responded with ${request.status}.`));
    };
    request.onerror = () => reject(new Error('The connection was lost and nothing was imported. Try again.'));
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

function readDetail(text: string): string | undefined {
  try {
    const body = JSON.parse(text) as { detail?: string; error?: string };
    return body.detail ?? body.error;
  } catch {
    return undefined;
  }
}
