import { consoleErrorCodes, type ConsoleErrorCode } from '#contract/console/errors.ts';
import { errorCodes, type ErrorCode } from '#contract/errors.ts';

/** When the server answers each code, for client authors (contract.md, section 2). */
const MEANINGS: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_FAILED: 'path, query, header or body does not fit; `fields` says which',
  TOTAL_PLAY_TIME_INVALID: 'the times of a play-log report cannot be true',
  PASSWORD_MISMATCH: '`password1` is not `password2`',
  PASSWORD_WEAK: 'the password is too short or too simple',
  AUTH_CODE_INVALID: 'a wrong code from a mail',
  AUTH_CODE_EXPIRED: 'the code from a mail is too old, or its tries are used up',
  AUTHORIZATION_PENDING: 'device sign-in: nobody has answered on the phone yet; ask again',
  SLOW_DOWN: 'device sign-in: asked too early; wait 5 seconds longer from now on',
  EXPIRED_TOKEN: 'device sign-in: the device code is over; begin again',
  ACCESS_DENIED: 'device sign-in: refused on the phone',
  TOKEN_INVALID: 'no token, an unknown or a revoked one: drop the session and sign in',
  LOGIN_FAILED: 'wrong e-mail or password',
  SECOND_FACTOR_REQUIRED:
    'the password is right, and the device new: send `auth_code` too; `fields.auth_code` says whether it was `MAILED` or is of an `AUTHENTICATOR`',
  PROFILE_REQUIRED: 'the call needs the token of a profile',
  MEMBERSHIP_REQUIRED: 'the viewer needs a membership, or the ad-supported call',
  PURCHASE_REQUIRED: 'the viewer has to buy or rent',
  RATING_RESTRICTED: 'the age limit of the profile forbids it',
  WATCH_TIME_OVER: 'the profile’s daily time is used up, or it is its bedtime: end the playback and say so',
  IDENTITY_REQUIRED: 'a title for adults, and nobody of the account has proved their age',
  PIN_INVALID: 'wrong profile PIN',
  NOT_FOUND: 'no such thing, or not this account’s; for an order also: nothing can be paid on this server',
  METHOD_NOT_ALLOWED: 'the path has other methods, which `allow` names',
  EMAIL_TAKEN: 'the e-mail has an account',
  PROFILE_LIMIT: 'the account has all the profiles that it may have',
  PROFILE_LAST: 'the last profile stays',
  PLAYBACK_DEACTIVATED: 'another playback took the place of this play log: end it and tell the viewer',
  PLAYBACK_EXPIRED: 'the play log or the right to watch is over: ask for the video again',
  TOO_MANY_REQUESTS: 'a limit is used up; `retry-after` says for how many seconds',
  INTERNAL: 'a fault of the server',
  OVERLOADED:
    'the server or its database is too busy or away: keep the session and call again after `retry-after` seconds',
  MAINTENANCE: 'an operator has closed the service; the status call says so too, with the same sentence',
};

const names = Object.keys(errorCodes) as ErrorCode[];

/** All codes as a Markdown list. */
export const describeErrors = (): string =>
  names.map((code) => `- ${errorCodes[code].status} \`${code}\`: ${MEANINGS[code]}`).join('\n');

/** When the server answers each code of the console. */
const CONSOLE_MEANINGS: Readonly<Record<ConsoleErrorCode, string>> = {
  CODE_REQUIRED: 'the password is right; send the code of the authenticator app too',
  CODE_INVALID: 'a wrong code, or one that was used before',
  CONFIRMATION_REQUIRED: 'give a new code of the authenticator app first: the last one is older than ten minutes',
  ROLE_REQUIRED: 'the role of the member does not allow the call',
  SCOPE_REQUIRED: 'the token of the program has no scope for the call, or the call takes no token',
  CSRF_INVALID: 'the header `x-csrf-token` is missing or wrong, or another site sent the request',
  LINK_INVALID: 'a one-time link that was used, replaced or is too old',
  CHANGED_MEANWHILE: 'somebody else has changed it since the version that was sent',
  FILE_REFUSED: 'an upload whose name, kind or size cannot become a video of the catalogue; the message says why',
  FILE_TOO_LARGE: 'an upload beyond the limit of its kind',
  DISK_FULL: 'the disk of the uploads has no room; what was received stays, and the upload may continue later',
  REFUSED: 'the state of things does not allow the change; the message says why',
};

/** The codes of the console as a Markdown list. */
export const describeConsoleErrors = (): string =>
  (Object.keys(consoleErrorCodes) as ConsoleErrorCode[])
    .map((code) => `- ${consoleErrorCodes[code].status} \`${code}\`: ${CONSOLE_MEANINGS[code]}`)
    .join('\n');
