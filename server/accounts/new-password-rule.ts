import { isPassword } from '#contract/rules/password.ts';
import { fail } from '../lib/fail.ts';
import { isCommonPassword } from './common-passwords.ts';

export const COMMON_PASSWORD_MESSAGE =
  '쉽게 알아낼 수 있는 비밀번호예요. 흔한 말이나 이메일 주소가 아닌 것으로 정해 주세요.';

/**
 * @param email of the account, which the password must not repeat; absent while it is not known
 * @throws PASSWORD_WEAK
 */
export function checkNewPassword(password: string, email = ''): void {
  if (!isPassword(password)) fail('PASSWORD_WEAK');
  if (isCommonPassword(password, email)) fail('PASSWORD_WEAK', { message: COMMON_PASSWORD_MESSAGE });
}
