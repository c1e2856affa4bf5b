import { setTimeout as wait } from 'node:timers/promises';
import { findAccountById } from '../accounts/store.ts';
import { addressOf } from '../http/addresses.ts';
import { createIdentityChecks } from '#server/accounts/identity/identity-checks.ts';
import { mountIdentity } from '#server/accounts/identity/routes.ts';
import { mountAccountFile } from '../pages/account-file.ts';
import { mountCheckout } from '../pages/checkout.ts';
import { mountForgottenPin } from '../pages/forgotten-pin.ts';
import { mountIdentityPage } from '../pages/identity.ts';
import { mountInput } from '../pages/input.ts';
import { mountLink } from '../pages/link.ts';
import { mountPassword } from '../pages/password.ts';
import { mountProviderCheckout } from '../pages/provider-checkout.ts';
import { mountSecondFactorPage } from '../pages/second-factor.ts';
import { mountSignUp } from '../pages/sign-up.ts';
import { mountPages } from '../pages/visits.ts';
import { findOrMakeSetting } from '../settings/store.ts';
import { createBeginPayment } from '../shop/begin-payment.ts';
import type { Mount } from '../http/mount.ts';
import type { Accounts } from './accounts.ts';
import type { Core } from './core.ts';
import type { mountInputCalls } from './inputs.ts';
import type { Shop } from './shop.ts';

/** Pages for phones, and the proofs of age that they make. */
export async function mountPhonePages(
  core: Core,
  { accounts, authorizations, changes, findCaller, leavingRules }: Accounts,
  { provider, payments, shopOrders }: Shop,
  inputs: ReturnType<typeof mountInputCalls>,
  mount: Mount,
): Promise<void> {
  const { options, app, db, transact, clock, random, limits, publicUrl, failures } = core;
  const identityChecks = createIdentityChecks({ db, transact, clock, random, publicUrl, provider: options.identity });
  mountIdentity(mount, identityChecks, publicUrl);
  const formSecret = await findOrMakeSetting(db, 'form-secret', () => random.secret());
  mountPages(app, { secret: formSecret, random, publicUrl, findCaller, addressOf }, (pages) => {
    mountLink(pages, { authorizations, signIn: accounts.signIn });
    mountSignUp(pages, accounts);
    mountPassword(pages, accounts.newPasswords);
    mountIdentityPage(pages, identityChecks);
    mountSecondFactorPage(pages, accounts);
    mountForgottenPin(pages, { signIn: accounts.signIn, changes, findCaller });
    mountInput(pages, inputs);
    const findEmail = async (id: string) => (await findAccountById(db, id))?.email;
    if (provider && payments) {
      const begin = createBeginPayment({ db, clock, provider, publicUrl, pause: (ms) => wait(ms) });
      mountProviderCheckout(pages, { shopOrders, findEmail, begin, payments, limits, failures });
    } else if (options.hasTestPayment) mountCheckout(pages, shopOrders, findEmail);
  });
  mountAccountFile(app, { exports: leavingRules.exports, addressOf });
}
