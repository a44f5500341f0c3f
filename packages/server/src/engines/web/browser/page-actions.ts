import { EngineFailure } from '../../engine/engine.ts';
import type { Visit } from './browser.ts';
import { openAddress, RefusedAddress, refuseRefusal, settle } from './open-address.ts';
import type { PageView } from './page-view.ts';

export const actions = ['click', 'type', 'select', 'scroll', 'goto', 'back', 'finish'] as const;
export type Action = {
  action: (typeof actions)[number];
  /** Number of an element: click, type, select. */
  element?: number | null;
  /** What to type, the option to select, or the address to go to. */
  text?: string | null;
  /** Press Enter after typing. */
  submit?: boolean | null;
  /** Facts of this page to remember. */
  note?: string | null;
};

export const actionSchema = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: [...actions] },
    element: { type: ['integer', 'null'], description: 'Number of an element, for click, type and select.' },
    text: { type: ['string', 'null'], description: 'What to type, the option to select, or the address to go to.' },
    submit: { type: ['boolean', 'null'], description: 'Press Enter after typing.' },
    note: { type: ['string', 'null'], description: 'Facts of this page that the answer needs.' },
  },
  required: ['action'],
  additionalProperties: false,
};

export function describeAction({ action, element, text }: Action, { elements }: PageView): string {
  const label = elements.find((one) => one.id === element)?.label ?? '';
  const at = element == null ? '' : ` [${element}]${label === '' ? '' : ` ${label.slice(0, 60)}`}`;
  return `${action}${at}${text ? ` '${text.slice(0, 60)}'` : ''}`;
}

/** Carries out the action, or returns why it failed, so that the model can try something else. */
export async function perform(visit: Visit, action: Action, view: PageView): Promise<string | undefined> {
  const { page } = visit;
  try {
    if (action.action === 'goto') await openAddress(visit, new URL(action.text ?? '', page.url()).href);
    else if (action.action === 'back') await page.goBack();
    else if (action.action === 'scroll') await page.mouse.wheel(0, 900);
    else {
      if (!view.elements.some((one) => one.id === action.element)) return `there is no element ${action.element}`;
      const target = page.locator(`[data-errand-id="${action.element}"]`).first();
      if (action.action === 'click') await target.click();
      else if (action.action === 'select') await target.selectOption({ label: action.text ?? '' });
      else {
        await target.fill(action.text ?? '');
        if (action.submit) await target.press('Enter');
      }
    }
    await settle(page);
    refuseRefusal(visit);
    return undefined;
  } catch (error) {
    if (page.isClosed()) throw error;
    // Goes back to the page that the model saw, so that it can choose something else.
    if (error instanceof RefusedAddress) await openAddress(visit, view.url);
    return error instanceof EngineFailure ? error.message : 'it was not possible';
  }
}
