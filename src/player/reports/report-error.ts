import type { ErrorCode } from '#contract/errors.ts';

/** Consequence of a refused report for the playback (service.md, sections 4 and 8). */
export type ReportVerdict = 'kick' | 'revalidate' | 'log';

/** `code` is null without an answer. The types enforce an entry for every code that the contract gains. */
export function verdictOf(code: ErrorCode | null): ReportVerdict {
  switch (code) {
    case 'PLAYBACK_DEACTIVATED':
      return 'kick';
    case 'PLAYBACK_EXPIRED':
    case 'TOTAL_PLAY_TIME_INVALID':
    // The video call for the same episode says why nothing more plays.
    case 'WATCH_TIME_OVER':
      return 'revalidate';
    case null:
    case 'VALIDATION_FAILED':
    case 'PASSWORD_MISMATCH':
    case 'PASSWORD_WEAK':
    case 'AUTH_CODE_INVALID':
    case 'AUTH_CODE_EXPIRED':
    case 'AUTHORIZATION_PENDING':
    case 'SLOW_DOWN':
    case 'EXPIRED_TOKEN':
    case 'ACCESS_DENIED':
    case 'TOKEN_INVALID':
    case 'LOGIN_FAILED':
    case 'SECOND_FACTOR_REQUIRED':
    case 'PROFILE_REQUIRED':
    case 'MEMBERSHIP_REQUIRED':
    case 'PURCHASE_REQUIRED':
    case 'RATING_RESTRICTED':
    case 'IDENTITY_REQUIRED':
    case 'PIN_INVALID':
    case 'NOT_FOUND':
    case 'METHOD_NOT_ALLOWED':
    case 'EMAIL_TAKEN':
    case 'PROFILE_LIMIT':
    case 'PROFILE_LAST':
    case 'TOO_MANY_REQUESTS':
    case 'INTERNAL':
    case 'OVERLOADED':
    case 'MAINTENANCE':
      return 'log';
  }
}

/**
 * Whether a report refused with `code` may be accepted later. A verdict on the play log is final (PLAYBACK_*,
 * TOTAL_PLAY_TIME_INVALID, NOT_FOUND); a missing answer, a busy server or a lost session is not about the report.
 */
export function isWorthSendingAgain(code: ErrorCode | null): boolean {
  return isTransient(code) || code === 'TOKEN_INVALID' || code === 'PROFILE_REQUIRED';
}

/** Whether a call that failed with `code` may succeed unchanged later: no answer, or a busy server. */
export function isTransient(code: ErrorCode | null): boolean {
  return (
    code === null ||
    code === 'TOO_MANY_REQUESTS' ||
    code === 'INTERNAL' ||
    code === 'OVERLOADED' ||
    code === 'MAINTENANCE'
  );
}
