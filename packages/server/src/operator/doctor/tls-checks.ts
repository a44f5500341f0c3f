import { daysLeft, describeDates, readCertificate } from '#platform/tls/certificate.ts';
import type { Config } from '../../config/config.ts';
import type { Check } from './check.ts';

/** What renews certificates does so a month before their end: this late, it does not work. */
const DAYS_MIN = 14;

/** The files of the certificate, as a server would read them now. */
export const tlsChecks = ({ tls }: Pick<Config, 'tls'>): Check[] =>
  tls === undefined
    ? []
    : [
        {
          name: 'TLS certificate',
          async look() {
            const certificate = await readCertificate(tls.files).catch((error: Error) => error);
            if (certificate instanceof Error)
              return {
                detail: 'new servers cannot start; running ones serve what they have',
                fix: certificate.message,
              };
            const problem = describeDates(certificate);
            if (problem !== undefined)
              return { detail: `for ${certificate.names.join(', ')}: not valid`, fix: problem };
            const days = daysLeft(certificate);
            const detail = `for ${certificate.names.join(', ')}, ${days} days left`;
            return days >= DAYS_MIN
              ? { detail }
              : {
                  detail,
                  fix: 'Renew it, and look why that did not happen by itself: running servers take new files over.',
                };
          },
        },
      ];
