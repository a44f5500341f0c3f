import { useSyncExternalStore } from 'react';

const phone = matchMedia('(width < 640px)');

/** Whether lists are shown as cards (styles.css, `as-cards`). */
export const usePhone = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      phone.addEventListener('change', listener);
      return () => phone.removeEventListener('change', listener);
    },
    () => phone.matches,
  );
