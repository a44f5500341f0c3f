import type { Actor } from '@errand/sdk';
import { shortId } from '../../design/short-id.ts';

type Link = Omit<Actor, 'chain'>;

/** Says who or what it was, with the event and the address of a trigger. */
export function actorWords({ kind, id, name, event, address }: Link): string {
  // Work of the service has a name, such as a bulk action.
  if (kind === 'system') return id === null ? 'the service' : name;
  if (kind === 'person') return name;
  if (kind === 'job') return `job ${shortId(id ?? name)}`;
  const more = [event && `event ${event}`, address && `from ${address}`].filter(Boolean).join(', ');
  return `${kind} ${name}${more === '' ? '' : ` (${more})`}`;
}

const places: Partial<Record<Link['kind'], string>> = { job: 'jobs', trigger: 'triggers', schedule: 'schedules' };

/** Returns the page of a trigger, schedule or job. */
export function actorPath({ kind, id }: Link): string | undefined {
  const place = places[kind];
  return place === undefined || id === null ? undefined : `/${place}/${id}`;
}
