import type { Actor } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { actorPath, actorWords } from './actor-words.ts';

/** Shows who caused something, and under it what and who stands behind that, nearest first. */
export function ActorChain({ actor, name }: { actor: Actor /** How the person is called here. */; name?: string }) {
  return (
    <>
      <ActorLink link={actor} {...(actor.kind === 'person' && { name })} />
      <ActorsBehind chain={actor.chain} />
    </>
  );
}

export function ActorsBehind({ chain }: Pick<Actor, 'chain'>) {
  if (chain.length === 0) return null;
  return (
    <ul aria-label="Behind it" className="text-muted">
      {chain.map((link) => (
        <li key={JSON.stringify(link)}>
          <ActorLink link={link} />
        </li>
      ))}
    </ul>
  );
}

function ActorLink({ link, name }: { link: Omit<Actor, 'chain'>; name?: string | undefined }) {
  const path = actorPath(link);
  const words = <bdi>{name ?? actorWords(link)}</bdi>;
  if (path === undefined) return words;
  return (
    <Link to={path as string} className="text-accent hover:underline">
      {words}
    </Link>
  );
}
