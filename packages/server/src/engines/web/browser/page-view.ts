import type { Page } from 'playwright-core';

export type PageElement = {
  id: number;
  kind: string;
  label: string;
  /** Clicking it, or pressing Enter in it if it is a field, submits a form by POST. */
  posts?: true;
};
/** A page as a model sees it: its text and its numbered controls. */
export type PageView = {
  url: string;
  title: string;
  text: string;
  elements: PageElement[];
  problem?: string;
  /** The browser was newly opened for this step. */
  isFresh?: true;
};

const TEXT_CHARACTERS_MAX = 30_000;

/** Runs in the page. Numbers its controls with an attribute by which actions find them. */
const COLLECT = `(() => {
  const found = [];
  const wanted = 'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=link], [role=tab], summary';
  for (const element of document.querySelectorAll('[data-errand-id]')) element.removeAttribute('data-errand-id');
  for (const element of document.querySelectorAll(wanted)) {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (box.width === 0 || box.height === 0 || style.visibility === 'hidden' || element.disabled) continue;
    const tag = element.tagName.toLowerCase();
    const labelled = element.labels && element.labels[0] ? element.labels[0].innerText : '';
    const label = [labelled, element.getAttribute('aria-label'), element.innerText, element.getAttribute('placeholder'),
      element.getAttribute('title'), element.getAttribute('name'), tag === 'input' && element.type === 'submit' ? element.value : '']
      .map((text) => (text || '').replace(/\\s+/g, ' ').trim()).find((text) => text !== '') || '';
    const options = tag === 'select' ? ' (' + [...element.options].slice(0, 20).map((option) => option.label).join(', ') + ')' : '';
    // Links open in this window, because only one is watched.
    for (const one of [element, element.form]) if (one && one.target) one.removeAttribute('target');
    element.setAttribute('data-errand-id', String(found.length + 1));
    const method = element.form && (element.getAttribute('formmethod') || element.form.method || 'get').toLowerCase();
    const isPassive = tag === 'button' && element.type !== 'submit' || ['select', 'textarea'].includes(tag) ||
      tag === 'input' && ['button', 'checkbox', 'radio', 'file', 'reset', 'range', 'color'].includes(element.type);
    found.push({ id: found.length + 1, kind: tag === 'input' ? 'input ' + element.type : tag === 'a' ? 'link' : tag, label: (label + options).slice(0, 150),
      ...(method === 'post' && !isPassive && { posts: true }) });
    if (found.length === 150) break;
  }
  return { elements: found, text: document.body ? document.body.innerText : '' };
})()`;

export async function observe(page: Page): Promise<PageView> {
  const { elements, text } = await page.evaluate<{ elements: PageElement[]; text: string }>(COLLECT);
  return {
    url: page.url(),
    title: (await page.title()).slice(0, 300),
    text: text.replace(/\n{3,}/g, '\n\n').slice(0, TEXT_CHARACTERS_MAX),
    elements,
  };
}
