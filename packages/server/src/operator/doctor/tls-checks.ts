import type { Check } from '#platform/check.ts';
import { daysLeft, describeDates, readCertificate } from '#platform/tls/certificate.ts';
import type { Config } from '../../config/config.ts';

/** Certificates are usually renewed a month before they expire, so fewer days mean that renewal does not work. */
const DAYS_MIN = 14;

/** Checks the certificate files as a server would read them now. */
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
                detail: 'new servers cannot start; running ones keep their certificate',
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
                  fix: 'Renew it, and find out why automatic renewal failed. Running servers load new files by themselves.',
                };
          },
        },
      ];
