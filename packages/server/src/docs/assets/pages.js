// Addresses of the API viewer from the time when it was at /docs/.
if (/^#(tag|model|description|api-1)\b/.test(location.hash) && /\/docs\/?$/.test(location.pathname)) {
  location.replace(new URL('../api/', document.currentScript.src).pathname + location.hash);
}
// On wide screens the list of pages is open; on phones a tap opens it.
if (matchMedia('(min-width: 48rem)').matches) document.querySelector('nav details').open = true;
