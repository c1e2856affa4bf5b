import { createAccountRules } from '../accounts/account-rules.ts';
import type { DeviceSessionsOptions } from '../accounts/device-sessions.ts';
import { createFindCaller } from '../accounts/sessions.ts';
import { findContentRating } from '../catalogue/store.ts';
import { createDeviceAuthorizations } from '#server/accounts/devices/device-authorizations.ts';
import { denyApproved } from '#server/accounts/devices/store.ts';
import { endExports } from '../leaving/exports-store.ts';
import { createExports } from '../leaving/exports.ts';
import { createLeaving } from '../leaving/leaving.ts';
import { isRatingAllowed } from '../lib/age-limit.ts';
import { deactivatePlayLogs } from '#server/watching/playback/deactivate.ts';
import { insertFirstProfile } from '../profiles/first-profile.ts';
import { createCheckOwnerPassword } from '../profiles/owner-password.ts';
import { createCheckPin, createHashPin } from '../profiles/pin-check.ts';
import { createPinTries } from '../profiles/pin-tries.ts';
import { createProfileChanging } from '../profiles/profile-changes.ts';
import { copyAuthor } from '../reviews/author-store.ts';
import { findOrMakeSetting } from '../settings/store.ts';
import { takeBackOpinions } from '../reviews/profile-removal.ts';
import type { Core } from './core.ts';
import { createMail } from './mail.ts';
import type { Playback } from './playback.ts';

/** Makes the rules of accounts, devices, mails and profiles. */
export function createAccounts(core: Core, { videos }: Pick<Playback, 'videos'>) {
  const { options, db, transact, clock, random, createLoader, failures, limits, security } = core;
  const findCaller = createFindCaller({ db, createLoader, clock, failures });
  const outbox = createMail(core, {
    delivery: options.delivery,
    isSender: options.isMailSender,
    ...(options.lookForMailEveryMs !== undefined && { lookEveryMs: options.lookForMailEveryMs }),
  });
  const deactivate: DeviceSessionsOptions['deactivate'] = (tx, accountId, isEnded) =>
    deactivatePlayLogs(tx, { accountId, now: clock.now(), isEnded });
  const checkOwnerPassword = createCheckOwnerPassword(db, limits, security);
  let ticketSecret: string | undefined;
  const accounts = createAccountRules({
    db,
    transact,
    clock,
    random,
    limits,
    outbox,
    findCaller,
    security,
    deactivate,
    checkOwnerPassword,
    findTicketSecret: async () =>
      (ticketSecret ??= await findOrMakeSetting(db, 'sign-in-secret', () => random.secret())),
    onSignUp: (tx, account) => insertFirstProfile(tx, account, random.uuid()),
    onSignOut: (tx, session) => videos.closeOfDevice(tx, session),
    onNewPassword: async (tx, accountId) => {
      await denyApproved(tx, accountId);
      // Somebody who knew the old password may have requested the file, and may read its mail.
      await endExports(tx, accountId, clock.now());
    },
  });
  const authorizations = createDeviceAuthorizations({
    db,
    transact,
    clock,
    random,
    limits,
    outbox,
    deviceSessions: accounts.deviceSessions,
    signInCodes: accounts.signInCodes,
    security,
  });
  const leavingRules = {
    leaving: createLeaving({ db, transact, clock, limits, security, deactivate, denyApproved }),
    exports: createExports({ db, transact, clock, random, limits }),
  };
  const pinTries = createPinTries(transact, clock);
  const checkPin = createCheckPin(pinTries, limits, security);
  const changes = createProfileChanging({
    db,
    transact,
    clock,
    random,
    checkPin,
    hashPin: createHashPin(limits),
    checkOwnerPassword,
    forgetPinTries: (profile) => pinTries.forget(profile),
    deactivate,
    expire: (tx, accountId, isEnded) => deactivatePlayLogs(tx, { accountId, now: clock.now(), isEnded, as: 'expired' }),
    isBeyond: async (tx, itemId, limit) => !isRatingAllowed((await findContentRating(tx, itemId)) ?? '19', limit),
    onRename: copyAuthor,
    onRemove: takeBackOpinions,
  });
  return {
    findCaller,
    outbox,
    deactivate,
    accounts,
    authorizations,
    leavingRules,
    checkPin,
    checkOwnerPassword,
    forgetPinTries: pinTries.forget,
    changes,
  };
}

export type Accounts = ReturnType<typeof createAccounts>;
