import type { Requester } from './request.ts';

export type CurrentUser = {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  display_name: string;
  date_joined: string;
  is_first_login: boolean;
};

export type SignedIn = { token: string; expires_at: string; user: CurrentUser };

export function createSignIn(request: Requester) {
  return {
    withPassword: (email: string, password: string) =>
      request<SignedIn>('POST', '/v1/auth/login/', { body: { email, password } }),
    /** With the code of a link that the server printed; a code works once. */
    withLink: (code: string) => request<SignedIn>('POST', '/v1/auth/link/', { body: { code } }),
    currentUser: (signal?: AbortSignal) => request<CurrentUser>('GET', '/v1/users/current_user/', { signal }),
  };
}
