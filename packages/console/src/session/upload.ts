import { ConnectionError, type ErrandError, readError, type UploadedFile } from '@errand/sdk';
import { errand, reportError } from './client.ts';
import { toResponse } from './to-response.ts';

/** Uploads a file and reports the progress, which fetch cannot do. */
export function uploadFile(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<UploadedFile> {
  const { url, headers } = errand.files.uploadTarget();
  const form = new FormData();
  form.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    const fail = (error: ErrandError): void => {
      reportError(error);
      reject(error);
    };
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText) as UploadedFile);
      else void readError(toResponse(request)).then(fail);
    };
    request.onerror = () => fail(new ConnectionError('The connection was lost during the upload.'));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
