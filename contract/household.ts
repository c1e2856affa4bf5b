import type { endpoints, EndpointName } from './endpoints.ts';

/**
 * What a limited profile (age limit below 19) may do with a call (contract.md, section 3): `anyone` allows it, `adult`
 * refuses it before the handler runs, `judged` leaves it to the handler, because the answer depends on the target or on
 * the fields. An account token passes every check.
 */
export type Household = 'anyone' | 'adult' | 'judged';

/** Calls that write something and carry a token. */
type TokenWrite = {
  [N in EndpointName]: (typeof endpoints)[N] extends { auth: 'none' } | { method: 'GET' } ? never : N;
}[EndpointName];

/** `confirmEmail` takes a token when one is supplied; a profile's token is what the rules protect. */
export type RuledCall = TokenWrite | 'confirmEmail' | 'getProfileToken';

/**
 * The household's rules, in one table. The type asks for every write with a token, so a new call cannot forget its rule.
 * It stands apart from the endpoints because the television's first script loads those.
 */
export const household: Readonly<Record<RuledCall, Household>> = {
  // The account
  changePassword: 'adult',
  confirmEmail: 'adult',
  // Signs out the device that asks, and no other.
  logout: 'anyone',
  removeDeviceSession: 'adult',
  // Lets another device into the account.
  answerDeviceLink: 'adult',
  createOrder: 'adult',
  // Profiles
  createProfile: 'adult',
  removeProfile: 'adult',
  updateProfile: 'judged',
  getProfileToken: 'judged',
  // What a profile does for itself
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
};

/** The rule of a call; one that only reads is for anyone. */
export const householdRuleOf = (name: EndpointName): Household =>
  (household as Partial<Record<EndpointName, Household>>)[name] ?? 'anyone';
