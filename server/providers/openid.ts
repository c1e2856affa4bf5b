import type { Configuration } from 'openid-client';
import type { Clock } from '../lib/clock.ts';

/** A sign-in provider by OpenID Connect, and what it knows this service by. */
export interface OpenIdSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
}

/** What one sign-in was begun with; the browser brings it back. */
export interface AskedOfProvider {
  state: string;
  nonce: string;
  /** Of PKCE: proves to the provider that the one who began the sign-in ends it. */
  verifier: string;
  /** Whether the person must sign in at the provider again, also where the provider still knows the browser. */
  isFresh: boolean;
}

/** What the provider says about a person. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

export interface OpenIdProvider {
  readonly issuer: string;
  /** Reads the provider's description, unless it is known. */
  find(): Promise<unknown>;
  /** Where the browser goes. */
  authorizationUrl(asked: AskedOfProvider, redirectUri: string): Promise<string>;
  /** @param answer the address with which the browser came back. */
  readClaims(answer: URL, asked: AskedOfProvider): Promise<Claims>;
  /** Where the browser signs out of the provider too; undefined where it has no such address. */
  endUrl(returnTo: string): Promise<string | undefined>;
}

/** The provider, or the person at its page, refused; the message is the provider's code. */
export class ProviderRefusedError extends Error {
  override readonly name = 'ProviderRefusedError';
}

/** The person signed in at the provider too long ago for a fresh sign-in. */
export class SignInTooOldError extends Error {
  override readonly name = 'SignInTooOldError';
}

/** For each request to the provider, in s. */
const ANSWERS_WITHIN_SECONDS = 10;
/** Lifetime of the provider's discovery document in memory, in ms; its keys are read again when it signs with a new one. */
const KNOWN_MS = 3600_000;
/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. A database has no NUL in a text, and no long text in an index. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
/** Maximum age of a fresh sign-in when the browser comes back, in s. */
const FRESH_SECONDS = 120;

/** Whether the library refused an ID token because of its `auth_time`: another wrong time is a wrong clock. */
function isTooOld(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { cause?: { claim?: unknown } } };
  return code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' && cause?.cause?.claim === 'auth_time';
}

/** @returns a provider that loads its library and calls its address with the first sign-in only. */
export function createOpenIdProvider(
  { issuer, clientId, clientSecret, scopes }: OpenIdSettings,
  clock: Clock,
): OpenIdProvider {
  const load = () => import('openid-client');
  let known: { since: number; configuration: Promise<Configuration> } | undefined;

  async function discover(): Promise<Configuration> {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await load();
    const configuration = await discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: ANSWERS_WITHIN_SECONDS,
      // The library would believe TLS alone, and not look at the signature of an ID token.
      // The environment allows http on this machine only.
      execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
    });
    // Microsoft's shared addresses, such as /common: the library takes people of every organisation there, and each
    // of those names its own groups.
    if (/[{}]/.test(configuration.serverMetadata().issuer))
      throw new Error('OIDC_ISSUER signs in people of any organisation: set the address of your own one.');
    return configuration;
  }

  /** One discovery for concurrent sign-ins; the next one tries again after a failure. */
  function find(): Promise<Configuration> {
    const now = clock.now().getTime();
    if (known !== undefined && now - known.since < KNOWN_MS) return known.configuration;
    const configuration = discover();
    const found = { since: now, configuration };
    known = found;
    configuration.catch(() => {
      if (known === found) known = undefined;
    });
    return configuration;
  }

  return {
    issuer,
    find,

    async authorizationUrl({ state, nonce, verifier, isFresh }, redirectUri) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await load();
      return buildAuthorizationUrl(await find(), {
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isFresh && { prompt: 'login', max_age: '0' }),
      }).href;
    },

    async readClaims(answer, { state, nonce, verifier, isFresh }) {
      const { authorizationCodeGrant, AuthorizationResponseError, fetchUserInfo, ResponseBodyError } = await load();
      const configuration = await find();
      const tokens = await authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(isFresh && { maxAge: FRESH_SECONDS }),
      }).catch((error: unknown) => {
        // An invalid grant is a code that was used before, or has ended.
        if (
          error instanceof AuthorizationResponseError ||
          (error instanceof ResponseBodyError && error.error === 'invalid_grant')
        )
          throw new ProviderRefusedError(error.error, { cause: error });
        if (isTooOld(error)) throw new SignInTooOldError('The sign-in at the provider is too old.', { cause: error });
        throw error;
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('The provider sent no ID token.');
      if (!SUBJECT.test(claims.sub))
        throw new Error('The provider names the person by more than 255 ASCII characters.');
      // Some providers name a person's address and groups at this address alone.
      const more =
        configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { ...more, ...claims };
    },

    async endUrl(returnTo) {
      const configuration = await find();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
      const { buildEndSessionUrl } = await load();
      return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
    },
  };
}
