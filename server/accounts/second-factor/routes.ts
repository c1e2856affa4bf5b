import { beginSecondFactor, confirmSecondFactor, endSecondFactor, getSecondFactor } from '#contract/second-factor.ts';
import { EMAIL_CODE_RESEND_SECONDS } from '#contract/sign-up.ts';
import type { SecondFactorMethod } from '#contract/second-factor.ts';
import type { Mount } from '#server/http/mount.ts';
import { BEGUN_LIVES_SECONDS, type SecondFactors } from './second-factors.ts';

export function mountSecondFactor(
  mount: Mount,
  { secondFactors, publicUrl }: { secondFactors: SecondFactors; publicUrl(): string },
): void {
  const present = (method: SecondFactorMethod) => ({ method, url: `${publicUrl()}/second-factor` });
  mount(getSecondFactor, async ({ caller }) => present(await secondFactors.methodOf(caller.account)));
  mount(beginSecondFactor, async ({ caller, body, address }) => {
    const begun = await secondFactors.begin(caller, { ...body, address });
    return {
      secret: begun?.secret ?? null,
      otpauth_url: begun?.url ?? null,
      expires_in: BEGUN_LIVES_SECONDS,
      resend_in: EMAIL_CODE_RESEND_SECONDS,
    };
  });
  mount(confirmSecondFactor, async ({ caller, body, address }) =>
    present(await secondFactors.confirm(caller, { code: body.auth_code, address })),
  );
  mount(endSecondFactor, async ({ caller, body, address }) => {
    await secondFactors.end(caller, { ...body, address });
    return undefined;
  });
}
