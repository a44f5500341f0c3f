/** The clipboard API only exists on secure origins, which a server in the local network is not. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'fixed opacity-0';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
