import { readText, refuseValue } from '#platform/configuration.ts';

export type OAuthSettings = {
  /** Programs may register themselves. */
  registration: boolean;
  /** Programs may name the address of their metadata document as their id. */
  metadataDocuments: boolean;
};

export const readOAuthSettings = (env: NodeJS.ProcessEnv): OAuthSettings => ({
  registration: isOn(env, 'ERRAND_OAUTH_REGISTRATION'),
  metadataDocuments: isOn(env, 'ERRAND_OAUTH_CLIENT_DOCUMENTS'),
});

function isOn(env: NodeJS.ProcessEnv, name: string): boolean {
  const value = readText(env, name, 'on').toLowerCase();
  return value === 'on' || value === 'off' ? value === 'on' : refuseValue(name, value, 'on or off');
}
