import { networkOf } from './networks.ts';

/** Security events for operators, and later an audit log. */
export type SecurityEvent =
  | 'sign_in'
  | 'sign_in_refused'
  | 'sign_up'
  | 'sign_out'
  | 'device_linked'
  | 'device_signed_out'
  | 'second_factor_required'
  | 'second_factor_changed'
  | 'password_changed'
  | 'password_refused'
  | 'password_reset_requested'
  | 'password_reset_used'
  | 'pin_locked'
  | 'account_left'
  | 'staff_sign_in'
  | 'staff_sign_in_refused'
  | 'staff_code_required'
  | 'staff_link_opened'
  | 'staff_link_used'
  | 'staff_refused';

/** Must not identify a person: no e-mail, no name of a profile or device, no token, no full address. */
export interface SecurityDetails {
  accountId?: string | undefined;
  profileId?: string | undefined;
  deviceSessionId?: string | undefined;
  staffId?: string | undefined;
  platform?: string | undefined;
  /** Reason, as a constant of the code, never a caller's text. */
  reason?: string | undefined;
  requestId?: string | undefined;
  /** Address of the caller; only a part of it is logged. */
  address?: string | undefined;
}

export interface SecurityLog {
  event(name: SecurityEvent, details: SecurityDetails): void;
}

/**
 * Logs each event as one line at level info, with the event's name under `event`. Picks fields one by one, so that a
 * caller who passes a larger object does not log the rest of it.
 */
export const createSecurityLog = (log: { info(details: object, message: string): void }): SecurityLog => ({
  event: (name, { accountId, profileId, deviceSessionId, staffId, platform, reason, requestId, address }) =>
    log.info(
      {
        event: name,
        accountId,
        profileId,
        deviceSessionId,
        staffId,
        platform,
        reason,
        requestId,
        network: address === undefined ? undefined : (networkOf(address) ?? undefined),
      },
      'security event',
    ),
});
