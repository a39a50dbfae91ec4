import { HEADERS } from '#contracts/api/headers.ts';
import { PASSWORD } from '#tests/support/small-world.ts';

/** Posts as one user of the small world; rejects when the answer is no success. */
export type Ask = (path: string, body: object) => Promise<void>;

/** Signs a user of the small world in to an application. */
export async function signedIn(address: string, username: string): Promise<Ask> {
  const send = (path: string, body: object, headers = {}) =>
    fetch(new URL(path, address), {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  let { token } = (await (await send('/login', { username, password: PASSWORD })).json()) as {
    token: string;
  };
  return async (path, body) => {
    const answer = await send(path, body, { authorization: `Bearer ${token}` });
    // Renewed once it is a minute old: with an old one every call would ask for its session again.
    token = answer.headers.get(HEADERS.sessionToken) ?? token;
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  };
}
