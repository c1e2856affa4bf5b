import { networkOf } from './networks.ts';

/** What an operator, and later an audit log, is told about. */
export type SecurityEvent =
  | 'sign_in'
  | 'sign_in_refused'
  | 'sign_up'
  | 'sign_out'
  | 'device_linked'
  | 'device_signed_out'
  | 'password_changed'
  | 'password_refused'
  | 'password_reset_requested'
  | 'password_reset_used'
  | 'pin_locked';

/** Nothing here may name a person: no e-mail, no name of a profile or device, no token, no whole address. */
export interface SecurityDetails {
  accountId?: string | undefined;
  profileId?: string | undefined;
  deviceSessionId?: string | undefined;
  platform?: string | undefined;
  /** Why something was refused or happened: a word of the code, never text of a caller. */
  reason?: string | undefined;
  requestId?: string | undefined;
  /** Where the call came from; only a part of it is written. */
  address?: string | undefined;
}

export interface SecurityLog {
  event(name: SecurityEvent, details: SecurityDetails): void;
}

/**
 * Writes each event as one line of the log, at level info, with the event's name under `event`. The fields are picked one
 * by one, so that a caller who hands in a larger object does not write the rest of it.
 */
export const createSecurityLog = (log: { info(details: object, message: string): void }): SecurityLog => ({
  event: (name, { accountId, profileId, deviceSessionId, platform, reason, requestId, address }) =>
    log.info(
      {
        event: name,
        accountId,
        profileId,
        deviceSessionId,
        platform,
        reason,
        requestId,
        network: address === undefined ? undefined : (networkOf(address) ?? undefined),
      },
      'security event',
    ),
});
