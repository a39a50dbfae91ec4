import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const CLIENT = { clientId: 'vitrine', clientSecret: 'a secret of the tests, long enough' };

export type Person = { email: string; email_verified: boolean };
export type TestProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;

/** A real OpenID provider that asks nothing: each browser is signed in as `person` says then. For tests. */
export async function startOpenIdProvider() {
  const people = new Map<string, Person>();
  let subject = '';
  let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> = async (_, response) => {
    response.writeHead(503).end();
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    /** Who signs in from now on. */
    person(sub: string, claims: Person): void {
      subject = sub;
      people.set(sub, claims);
    },
    /** It knows the client from now on. */
    open(redirectUri: string): void {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.clientId,
            client_secret: CLIENT.clientSecret,
            redirect_uris: [redirectUri],
            grant_types: ['authorization_code'],
            response_types: ['code'],
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'] },
        pkce: { required: () => true },
        cookies: { keys: ['a key of the tests'] },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_, { uid }) => `/interaction/${uid}` },
        findAccount: (_, sub) => ({
          accountId: sub,
          claims: () => ({ sub, ...people.get(sub) }),
        }),
        async loadExistingGrant({ oidc }) {
          const grant = new oidc.provider.Grant({
            clientId: CLIENT.clientId,
            accountId: oidc.session?.accountId ?? '',
          });
          grant.addOIDCScope('openid email');
          await grant.save();
          return grant;
        },
      });
      const callback = provider.callback();
      answer = async (request, response) => {
        if (request.url?.startsWith('/interaction/'))
          await provider.interactionFinished(request, response, { login: { accountId: subject } });
        else await callback(request, response);
      };
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
