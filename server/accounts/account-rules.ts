import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import type { SecurityLog } from '../lib/security-log.ts';
import type { Limits } from './limits/limits.ts';
import type { Outbox } from '../mail/outbox.ts';
import { createDeviceSessions, type DeviceSessions, type DeviceSessionsOptions } from './device-sessions.ts';
import { createEmailCodes, type EmailCodes } from './email-codes.ts';
import { createNewPasswords, type NewPasswords, type NewPasswordsOptions } from './new-passwords.ts';
import type { FindCaller } from './sessions.ts';
import { createSignIn, type SignIn, type SignInOptions } from './sign-in.ts';
import { createSignUp, type SignUp, type SignUpOptions } from './sign-up.ts';

export interface AccountRules {
  signIn: SignIn;
  signUp: SignUp;
  emailCodes: EmailCodes;
  newPasswords: NewPasswords;
  deviceSessions: DeviceSessions;
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
}): AccountRules {
  const deviceSessions = createDeviceSessions(options);
  const emailCodes = createEmailCodes(options);
  return {
    deviceSessions,
    emailCodes,
    signIn: createSignIn({ ...options, deviceSessions }),
    signUp: createSignUp({ ...options, deviceSessions, emailCodes }),
    newPasswords: createNewPasswords({ ...options, deviceSessions }),
  };
}
