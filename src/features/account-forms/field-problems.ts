import { isEmail } from '#contract/rules/email.ts';
import { isPassword, passwordChecks } from '#contract/rules/password.ts';

/** Why an e-mail address is invalid, or null. */
export function emailProblem(email: string): string | null {
  if (email === '') return '이메일을 입력해 주세요.';
  if (email !== email.toLowerCase()) return '이메일은 소문자로 입력해 주세요.';
  return isEmail(email) ? null : '이메일 주소를 다시 확인해 주세요.';
}

export const newPasswordProblem = (password: string): string | null =>
  isPassword(password) ? null : '비밀번호는 8자 이상, 영문·숫자·기호 중 두 가지를 섞어 주세요.';

export interface Rule {
  readonly label: string;
  readonly isMet: boolean;
}

/** The rules of a new password and whether each is met. */
export function passwordRules(password: string): Rule[] {
  const { isLongEnough, isShortEnough, isMixed } = passwordChecks(password);
  return [
    { label: isShortEnough ? '8자 이상' : '255자까지', isMet: isLongEnough && isShortEnough },
    { label: '영문·숫자·기호 중 두 가지', isMet: isMixed },
  ];
}
