// Old addresses of the API viewer, which used to be at /docs/.
if (/^#(tag|model|description|api-1)\b/.test(location.hash) && /\/docs\/?$/.test(location.pathname)) {
  location.replace(new URL('../api/', document.currentScript.src).pathname + location.hash);
}
// On wide screens the list of pages is open. On phones a tap opens it.
if (matchMedia('(min-width: 48rem)').matches) document.querySelector('nav details').open = true;
