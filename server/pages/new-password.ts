import { errorCodes } from '#contract/errors.ts';
import { isPassword } from '#contract/rules/password.ts';
import { newPasswordSchema } from '#contract/values.ts';
import type { FieldSpec } from './parts.ts';

export interface PasswordErrors {
  password1?: string | undefined;
  password2?: string | undefined;
}

/** Fields for a new password, entered twice, with the rules. The page never echoes a password. */
export const newPasswordFields = (errors: PasswordErrors): FieldSpec[] => [
  {
    name: 'password1',
    label: '새 비밀번호',
    type: 'password',
    error: errors.password1,
    // The error contains the hint.
    ...(errors.password1 === undefined && { hint: '8자 이상으로, 영문·숫자·기호 가운데 두 가지 이상을 섞어 주세요.' }),
    autocomplete: 'new-password',
  },
  {
    name: 'password2',
    label: '새 비밀번호 확인',
    type: 'password',
    error: errors.password2,
    autocomplete: 'new-password',
  },
];

/** Errors of a new password, by the field to correct. */
export function passwordErrors(form: Record<string, string>): PasswordErrors {
  const password = newPasswordSchema.safeParse(form['password1']);
  if (!password.success || !isPassword(password.data)) return { password1: errorCodes.PASSWORD_WEAK.message };
  return form['password2'] === password.data ? {} : { password2: errorCodes.PASSWORD_MISMATCH.message };
}
