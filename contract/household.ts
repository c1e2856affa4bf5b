import type { endpoints, EndpointName } from './endpoints.ts';

/**
 * What a limited profile (age limit below 19) may do with a call (contract.md, section 3): `anyone` allows it, `adult`
 * refuses it before the handler runs, `judged` leaves it to the handler, because the answer depends on the target or on
 * the fields. An account token passes every check.
 */
export type Household = 'anyone' | 'adult' | 'judged';

/** Calls that write and require a token. */
type TokenWrite = {
  [N in EndpointName]: (typeof endpoints)[N] extends { auth: 'none' } | { method: 'GET' } ? never : N;
}[EndpointName];

/** Calls that need a rule. `confirmEmail` accepts an optional token; the rules apply when that is a profile's token. */
export type RuledCall = TokenWrite | 'confirmEmail' | 'getProfileToken';

/**
 * The household's rules, in one table. The type requires an entry for every write with a token, so a new call cannot
 * omit its rule. A file of its own, because the television's first script loads the endpoints.
 */
export const household: Readonly<Record<RuledCall, Household>> = {
  // Account
  changePassword: 'adult',
  confirmEmail: 'adult',
  // Signs out only the calling device.
  logout: 'anyone',
  removeDeviceSession: 'adult',
  // Only the owner's profile, or the account's token.
  beginSecondFactor: 'adult',
  confirmSecondFactor: 'adult',
  endSecondFactor: 'adult',
  // Signs another device in to the account.
  answerDeviceLink: 'adult',
  createOrder: 'adult',
  orderPlan: 'adult',
  redeemVoucher: 'adult',
  leaveAccount: 'adult',
  exportAccount: 'adult',
  beginIdentityCheck: 'adult',
  // Profiles
  createProfile: 'adult',
  removeProfile: 'adult',
  updateProfile: 'judged',
  getProfileToken: 'judged',
  // Needs the PIN of the owner's profile or the account's password.
  addWatchTime: 'anyone',
  // Actions of a profile for itself
  addWish: 'anyone',
  removeWish: 'anyone',
  askForItem: 'anyone',
  removeStartAgain: 'anyone',
  restoreStartAgain: 'anyone',
  updatePlayLog: 'anyone',
  renewMediaTicket: 'anyone',
  logAdEvent: 'anyone',
  rateItem: 'anyone',
  unrateItem: 'anyone',
  writeShortReview: 'anyone',
  likeShortReview: 'anyone',
  unlikeShortReview: 'anyone',
  reportShortReview: 'anyone',
  blockProfile: 'anyone',
  unblockProfile: 'anyone',
  readNotifications: 'anyone',
  updateNotificationSettings: 'anyone',
  removeHistory: 'anyone',
  restoreHistory: 'anyone',
  markWatched: 'anyone',
  unmarkWatched: 'anyone',
  hideItem: 'anyone',
  showItem: 'anyone',
  reportQuality: 'anyone',
};

/** The rule of a call; read-only calls are allowed to anyone. */
export const householdRuleOf = (name: EndpointName): Household =>
  (household as Partial<Record<EndpointName, Household>>)[name] ?? 'anyone';
