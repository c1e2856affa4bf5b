import { emailSchema } from '#contract/values.ts';
import type { NewPasswords } from '../accounts/new-passwords.ts';
import { ServiceError } from '../lib/fail.ts';
import { EMAIL_SENTENCE, emailField, typedEmail } from './phone-sign-in.ts';
import { newPasswordFields, passwordErrors, type PasswordErrors } from './new-password.ts';
import { buttonLink, form, paragraph } from './parts.ts';
import type { PageContent } from './shell.ts';
import type { Pages } from './visits.ts';

const page = (heading: string, content: string): PageContent => ({ screen: 'password', heading, content });

const requestPage = (formToken: string, email = '', error?: string): PageContent =>
  page(
    '비밀번호 찾기',
    paragraph('가입한 이메일로 비밀번호를 새로 정하는 링크를 보내 드려요.') +
      form({
        action: '/password/request',
        formToken,
        fields: [emailField(email, error)],
        buttons: [{ label: '메일 받기' }],
      }),
  );

const newPage = (formToken: string, token: string, errors: PasswordErrors = {}): PageContent =>
  page(
    '비밀번호 새로 정하기',
    paragraph('바꾸면 모든 기기에서 로그아웃돼요.') +
      form({
        action: '/password',
        formToken,
        hidden: { token },
        fields: newPasswordFields(errors),
        buttons: [{ label: '비밀번호 바꾸기' }],
      }),
  );

const overPage = {
  ...page(
    '이 링크는 더 쓸 수 없어요',
    paragraph('시간이 지났거나 이미 사용한 링크예요. 메일을 다시 받아 주세요.') +
      buttonLink('메일 다시 받기', '/password'),
  ),
  status: 410,
};

const sentPage = page(
  '메일을 확인해 주세요',
  paragraph('가입한 이메일이라면 곧 메일이 도착해요. 15분 안에 메일의 버튼을 눌러 주세요.') +
    paragraph('메일이 없으면 스팸함을 보거나, 이메일 주소가 맞는지 확인해 주세요.') +
    buttonLink('다시 입력하기', '/password'),
);

const donePage = page(
  '비밀번호를 바꿨어요',
  paragraph('모든 기기에서 로그아웃되었어요. TV에서 새 비밀번호로 다시 로그인해 주세요. 이 화면은 닫아도 돼요.'),
);

/** Password reset: the request for the mail, and the page behind its link. */
export function mountPassword(pages: Pages, newPasswords: NewPasswords): void {
  pages.get('/password', async ({ query, formToken }) => {
    const token = query['token'];
    if (token === undefined) return requestPage(formToken);
    return (await newPasswords.isResetGood(token)) ? newPage(formToken, token) : overPage;
  });

  pages.post('/password/request', async ({ form: given, formToken, address, requestId }) => {
    const email = typedEmail(given['email']);
    if (!emailSchema.safeParse(email).success) {
      return { ...requestPage(formToken, email, EMAIL_SENTENCE), status: 400 };
    }
    await newPasswords.requestReset(email, { address, requestId });
    return { goTo: '/password/sent' };
  });
  pages.get('/password/sent', () => sentPage);

  pages.post('/password', async ({ form: given, formToken, address, requestId }) => {
    const token = given['token'] ?? '';
    const errors = passwordErrors(given);
    if (!(await newPasswords.isResetGood(token))) return overPage;
    if (Object.keys(errors).length > 0) return { ...newPage(formToken, token, errors), status: 400 };
    try {
      await newPasswords.resetByToken({ token, newPassword: given['password1'] ?? '', address, requestId });
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'TOKEN_INVALID') return overPage;
      throw error;
    }
    // Redirects to an address without the token, so that it is not sent on.
    return { goTo: '/password/done' };
  });
  pages.get('/password/done', () => donePage);
}
