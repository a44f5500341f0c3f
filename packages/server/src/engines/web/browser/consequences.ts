import type { Action } from './page-actions.ts';
import type { PageView } from './page-view.ts';

// Guesses which actions on a page have consequences: they pay, order, send, delete or sign. The guess rests on labels
// of the site, so it errs on the side of asking.

/** Words that need confirmation on any control. */
const STRONG = words(`pay buy purchase delete erase unsubscribe deactivate terminate withdraw donate
  kaufen bezahlen zahlen löschen kündigen stornieren überweisen
  acheter payer supprimer résilier comprar pagar eliminar borrar acquista paga elimina kopen betalen verwijderen`);
/** Words that need confirmation on buttons. On links, they mostly name the page behind them. */
const WEAK =
  words(`order book reserve subscribe remove cancel send submit publish post transfer confirm approve reject sign
  refund release authorise authorize bid apply register
  bestellen buchen absenden senden abschicken bestätigen übermitteln entfernen abbrechen
  commander envoyer réserver annuler confirmer valider enviar reservar cancelar confirmar ordina invia conferma annulla
  bestel verzenden bevestigen annuleren`);
/** Labels of controls that only look something up. A form that they submit changes nothing, whatever its method. */
const HARMLESS =
  /^(sign[ -]?in|log[ -]?(in|on)|search|find|filter|show( more)?|next|continue|anmelden|einloggen|suchen|weiter|connexion|rechercher|suivant|buscar|iniciar sesión|siguiente|cerca|avanti|zoeken|inloggen|volgende|ok|go)$/i;

export type ConfirmRule = { when: 'consequential' | 'always' | 'never'; words: string[] };

/** Whether a person must agree before the action. */
export function needsConfirmation(action: Action, { elements }: PageView, { when, words: own }: ConfirmRule): boolean {
  const isSent = action.action === 'type' && action.submit === true;
  if (when === 'never' || !(action.action === 'click' || isSent)) return false;
  const element = elements.find(({ id }) => id === action.element);
  // An action on an unknown element does nothing.
  if (element === undefined) return false;
  if (when === 'always') return true;
  const label = element.label.trim();
  const used = split(label);
  if (own.some((word) => used.has(word.trim().toLowerCase()) || label.toLowerCase() === word.trim().toLowerCase()))
    return true;
  if (HARMLESS.test(label)) return false;
  if (element.posts) return true;
  if (isSent) return false;
  return [...used].some((word) => STRONG.has(word) || (element.kind !== 'link' && WEAK.has(word)));
}

function words(list: string): Set<string> {
  return split(list);
}

function split(text: string): Set<string> {
  return new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );
}
