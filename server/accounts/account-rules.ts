import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import type { SecurityLog } from '../lib/security-log.ts';
import type { Limits } from './limits/limits.ts';
import type { Outbox } from '../mail/outbox.ts';
import { createDeviceSessions, type DeviceSessions, type DeviceSessionsOptions } from './device-sessions.ts';
import { createEmailCodes, type EmailCodes } from './email-codes.ts';
import { createNewPasswords, type NewPasswords, type NewPasswordsOptions } from './new-passwords.ts';
import { createSecondFactors, type CheckPassword, type SecondFactors } from './second-factor/second-factors.ts';
import { createSignInCodes, type SignInCodes } from './second-factor/sign-in-codes.ts';
import { createSignInTickets } from './second-factor/sign-in-tickets.ts';
import type { FindCaller } from './sessions.ts';
import { createSignIn, type SignIn, type SignInOptions } from './sign-in.ts';
import { createSignUp, type SignUp, type SignUpOptions } from './sign-up.ts';

export interface AccountRules {
  signIn: SignIn;
  signUp: SignUp;
  emailCodes: EmailCodes;
  newPasswords: NewPasswords;
  deviceSessions: DeviceSessions;
  secondFactors: SecondFactors;
  signInCodes: SignInCodes;
}

/** Wires up all account rules. */
export function createAccountRules(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  limits: Limits;
  outbox: Outbox;
  findCaller: FindCaller;
  security: SecurityLog;
  deactivate: DeviceSessionsOptions['deactivate'];
  onSignUp: SignUpOptions['onSignUp'];
  onSignOut: SignInOptions['onSignOut'];
  onNewPassword: NewPasswordsOptions['onNewPassword'];
  checkOwnerPassword: CheckPassword;
  /** Key that signs the tickets between two steps of a sign-in. */
  findTicketSecret(): Promise<string>;
}): AccountRules {
  const deviceSessions = createDeviceSessions(options);
  const emailCodes = createEmailCodes(options);
  const signInCodes = createSignInCodes(options);
  const tickets = createSignInTickets({ ...options, findSecret: options.findTicketSecret });
  return {
    deviceSessions,
    emailCodes,
    signInCodes,
    secondFactors: createSecondFactors(options),
    signIn: createSignIn({ ...options, deviceSessions, signInCodes, tickets }),
    signUp: createSignUp({ ...options, deviceSessions, emailCodes }),
    newPasswords: createNewPasswords({ ...options, deviceSessions, signInCodes }),
  };
}
