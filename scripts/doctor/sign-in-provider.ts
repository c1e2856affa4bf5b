import { systemClock } from '#server/lib/clock.ts';
import { createOpenIdProvider } from '#server/providers/openid.ts';
import type { Env } from '#server/start/env.ts';
import { bad, good, type Finding } from './finding.ts';

/** Reads the description of the provider where staff sign in. Nothing where none is configured. */
export async function checkSignInProvider({ staffProvider }: Pick<Env, 'staffProvider'>): Promise<Finding[]> {
  if (staffProvider === undefined) return [];
  const { issuer } = staffProvider;
  try {
    await createOpenIdProvider(staffProvider, systemClock).find();
    return [good('Sign-in provider', `${issuer} answers.`)];
  } catch (error) {
    return [
      bad(
        'Sign-in provider',
        `${issuer} does not describe itself: ${error instanceof Error ? error.message : String(error)}`,
        'OIDC_ISSUER must be exactly the issuer that its /.well-known/openid-configuration names.',
      ),
    ];
  }
}
