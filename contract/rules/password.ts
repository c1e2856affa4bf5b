/** Password length in characters, inclusive (service.md, section 5). */
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 255;

const DIGIT = /[0-9]/;
const LETTER = /[A-Za-z]/;
const OTHER = /[^0-9A-Za-z]/;

/** Each part of the password rule separately, so that a form can tick them off while the viewer types. */
export function passwordChecks(text: string): { isLongEnough: boolean; isShortEnough: boolean; isMixed: boolean } {
  const length = Array.from(text).length;
  return {
    isLongEnough: length >= PASSWORD_MIN_LENGTH,
    isShortEnough: length <= PASSWORD_MAX_LENGTH,
    isMixed: [DIGIT, LETTER, OTHER].filter((kind) => kind.test(text)).length >= 2,
  };
}

/** Whether `text` is a valid password: 8 to 255 characters of at least two kinds (digits, Latin letters, others). */
export function isPassword(text: string): boolean {
  const checks = passwordChecks(text);
  return checks.isLongEnough && checks.isShortEnough && checks.isMixed;
}
