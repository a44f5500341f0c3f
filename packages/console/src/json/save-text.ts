/** Hands content to the browser's downloads. It is never opened in this page. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has its own hold of the content once it began.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export const saveText = (text: string, fileName: string, type = 'application/json'): void =>
  saveBlob(new Blob([text], { type }), fileName);
