// Old addresses of the API viewer, which used to be at /docs/.
if (/^#(tag|model|description|api-1)\b/.test(location.hash) && /\/docs\/?$/.test(location.pathname)) {
  location.replace(new URL('../api/', document.currentScript.src).pathname + location.hash);
}
// On wide screens the list of pages is open. On phones a tap opens it.
if (matchMedia('(min-width: 48rem)').matches) document.querySelector('nav details').open = true;
// A button that copies beside each sample. What a sample prints has none.
for (const sample of document.querySelectorAll('pre[data-language]:not([data-language="output"])')) {
  const frame = document.createElement('div');
  frame.className = 'code';
  sample.replaceWith(frame);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  frame.append(sample, button);
  button.addEventListener('click', async () => {
    await copy(sample.textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
}
// The clipboard is only there on secure origins, which a server in the local network is not.
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
