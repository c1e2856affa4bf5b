import { isPassword } from './password.ts';

/** A password of the console opens more than one account, so it is longer than those of viewers. */
export const STAFF_PASSWORD_MIN_LENGTH = 12;

/** Whether `text` is a valid password of the console: that of viewers, with at least 12 characters. */
export const isStaffPassword = (text: string): boolean =>
  isPassword(text) && Array.from(text).length >= STAFF_PASSWORD_MIN_LENGTH;
