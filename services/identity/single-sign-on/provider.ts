import type { Configuration } from 'openid-client';
import { z } from 'zod';
import type { SingleSignOn } from '#services/platform/config/index.ts';
import { hasCode } from '#services/platform/has-code.ts';

const TIMEOUT_SECONDS = 10;

/** Recognises a sign-in when its browser comes back. */
type Pending = { state: string; nonce: string; verifier: string };

/** The provider's statement of who somebody is. */
export type Identity = { issuer: string; subject: string; email: string | null };

/** The house's OpenID provider. */
export type Provider = {
  /**
   * The address to send the browser to, and what must be remembered.
   * @throws {ProviderAway}
   */
  begin(): Promise<{ address: string; pending: Pending }>;
  /**
   * The identity of the person who came back.
   * @throws {ProviderAway}
   * @throws {ProviderRefused}
   */
  complete(returnedTo: URL, pending: Pending): Promise<Identity>;
};

export class ProviderAway extends Error {}
export class ProviderRefused extends Error {}

/** Loaded at the first such sign-in, so that a start does not wait for it. */
const openIdClient = () => import('openid-client');

const claimsSchema = z.object({
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).optional(),
});

/**
 * Sign-in by authorization code with PKCE, state and nonce (OpenID Connect Core). The provider is discovered when it is
 * first needed, so that Vitrine starts without it.
 */
export function openIdProvider(
  { issuer, clientId, clientSecret }: SingleSignOn,
  redirectUri: string,
): Provider {
  let known: Promise<Configuration> | undefined;

  const discovered = async (): Promise<Configuration> => {
    const client = await openIdClient();
    const address = new URL(issuer);
    const insecure = address.protocol === 'http:';
    known ??= client.discovery(address, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      ...(insecure && { execute: [client.allowInsecureRequests] }),
    });
    try {
      return await known;
    } catch (error) {
      known = undefined;
      throw new ProviderAway('the provider does not say how it is asked', { cause: error });
    }
  };

  return {
    async begin() {
      const client = await openIdClient();
      const configuration = await discovered();
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, pending };
    },

    async complete(returnedTo, { state, nonce, verifier }) {
      const client = await openIdClient();
      const configuration = await discovered();
      try {
        const tokens = await client.authorizationCodeGrant(configuration, returnedTo, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const idToken = tokens.claims();
        if (!idToken) throw new ProviderRefused('the provider gave no ID token');
        // Many providers give the e-mail address only on request.
        const given = claimsSchema.parse(
          idToken['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
            ? await client.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
            : idToken,
        );
        const email = given.email_verified === true ? (given.email ?? null) : null;
        return { issuer: idToken.iss, subject: idToken.sub, email };
      } catch (error) {
        throw notAnswered(error)
          ? new ProviderAway('the provider is away', { cause: error })
          : refused(error);
      }
    },
  };
}

/** No answer came in time, or none at all. */
const notAnswered = (error: unknown): boolean =>
  hasCode(error, 'OAUTH_TIMEOUT') || (error instanceof TypeError && error.message === 'fetch failed');

const refused = (error: unknown): ProviderRefused =>
  error instanceof ProviderRefused
    ? error
    : new ProviderRefused('the provider did not sign in', { cause: error });
