import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shortId } from '../design/short-id.ts';

/** Makes the whole row a link. Buttons in the row need `relative`. */
export const RowLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="font-medium text-accent after:absolute after:inset-0 hover:underline">
    <bdi>{children}</bdi>
  </Link>
);

/** A link to a job, or a dash if there is none. */
export const JobLink = ({ id }: { id: string | null | undefined }) =>
  id ? <IdLink to={`/jobs/${id}`} id={id} /> : '–';

/** Names a thing by the start of its id. */
export const IdLink = ({ to, id }: { to: string; id: string }) => (
  <Link to={to} title={id} className="font-mono text-code whitespace-nowrap text-accent hover:underline">
    {shortId(id)}
  </Link>
);
