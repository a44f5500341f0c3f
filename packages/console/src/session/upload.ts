import { ErrandError } from '@errand/sdk/errors.ts';
import type { UploadedFile } from '@errand/sdk/files.ts';
import { errand } from './client.ts';

/** Sends a file and tells how much of it has gone; fetch cannot tell. */
export function uploadFile(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<UploadedFile> {
  const { url, headers } = errand.files.uploadTarget();
  const form = new FormData();
  form.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText) as UploadedFile);
      else reject(new ErrandError(readMessage(request), { status: request.status }));
    };
    request.onerror = () => reject(new ErrandError('The connection broke while the file was sent. Try again.'));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function readMessage({ status, responseText }: XMLHttpRequest): string {
  try {
    const body = JSON.parse(responseText) as { detail?: string; error?: string };
    return body.detail ?? body.error ?? `The server answered with status ${status}.`;
  } catch {
    return `The server answered with status ${status}.`;
  }
}
