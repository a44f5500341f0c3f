/** Downloads content with the browser. It is never opened in this page. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Once started, the download keeps its own reference to the content.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export const saveText = (text: string, fileName: string, type = 'application/json'): void =>
  saveBlob(new Blob([text], { type }), fileName);
