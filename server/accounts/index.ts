/* The functions of this area that other areas may call. */
export { isCommonPassword } from './common-passwords.ts';
export { endPasswordResets } from './codes-store.ts';
export { describeDevice, deviceLabel } from './device-label.ts';
export { createJoining, type Joining } from './joining/joining.ts';
export { decodeTable } from './joining/read-accounts.ts';
export { maxStreams, membershipOf, type Membership } from './membership.ts';
export { takePasswordChange } from './password-tries.ts';
export { hashPassword, isPasswordOf } from './passwords.ts';
export { presentEntry } from './present.ts';
export { addProfileToken } from './profile-tokens.ts';
export {
  findAccountByEmail,
  findAccountById,
  findDeviceSession,
  insertAccountOnce,
  isEmailTaken,
  lockAccount,
  removeProfileTokens,
  revokeDeviceSessions,
  setMembership,
  updatePasswordHash,
  type KnownAccount,
} from './store.ts';
export { SecondFactorRequired } from './sign-in.ts';
export { hashToken, makeToken, tokenKeyOf } from './tokens.ts';
