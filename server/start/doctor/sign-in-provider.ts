import { systemClock } from '#server/lib/clock.ts';
import { createOpenIdProvider } from '#server/providers/openid.ts';
import type { Env } from '../env.ts';
import { causeOf } from './cause.ts';
import { bad, good, type Finding } from './finding.ts';

/** Reads the description of the provider where staff sign in. Nothing where none is configured. */
export async function checkSignInProvider({ staffProvider }: Pick<Env, 'staffProvider'>): Promise<Finding[]> {
  if (staffProvider === undefined) return [];
  const { issuer } = staffProvider;
  try {
    await createOpenIdProvider(staffProvider, systemClock).find();
    return [good('Sign-in provider', `${issuer} answers.`, `${issuer}에서 응답해요.`)];
  } catch (error) {
    const [cause, koreanCause] = causeOf(error);
    return [
      bad(
        'Sign-in provider',
        [
          `${issuer} does not describe itself: ${cause}`,
          `로그인 서비스의 설명을 읽지 못했어요: ${issuer}. ${koreanCause}`,
        ],
        [
          'OIDC_ISSUER must be exactly the issuer that its /.well-known/openid-configuration names.',
          'OIDC_ISSUER는 /.well-known/openid-configuration에 적힌 issuer와 똑같아야 해요.',
        ],
      ),
    ];
  }
}
