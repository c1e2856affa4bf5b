import { authCodeSchema, emailSchema, newPasswordSchema } from '#contract/values.ts';
import type { AccountRules } from '../accounts/account-rules.ts';
import { messageOf, ServiceError, type FailureCode } from '../lib/fail.ts';
import { withCode } from './link-pages.ts';
import { authCodeField, EMAIL_SENTENCE, emailField, PHONE, typedEmail } from './phone-sign-in.ts';
import { form, links, notice, paragraph, plainForm } from './parts.ts';
import { newPasswordFields, passwordErrors } from './new-password.ts';
import type { PageContent } from './shell.ts';
import type { Pages, Visit } from './visits.ts';

const page = (content: string): PageContent => ({ screen: 'sign-up', heading: '회원가입', content });

interface Typed {
  code: string;
  email: string;
}

const toSignIn = (code: string) => links([['이미 계정이 있어요 · 로그인', withCode('/link', code)]]);

const emailPage = ({ formToken }: Visit, { code, email }: Typed, error?: string): PageContent =>
  page(
    paragraph('이메일로 인증 코드를 보내 드려요.') +
      form({
        action: '/link/sign-up',
        formToken,
        hidden: { code },
        fields: [emailField(email, error)],
        buttons: [{ label: '인증 코드 받기' }],
      }) +
      toSignIn(code),
  );

interface DetailsOptions {
  authCode?: string;
  errors?: Partial<Record<'auth_code' | 'password1' | 'password2', string | undefined>>;
  problem?: string;
}

const detailsPage = (
  { formToken }: Visit,
  { code, email }: Typed,
  { authCode = '', errors = {}, problem }: DetailsOptions = {},
): PageContent =>
  page(
    paragraph('메일로 받은 6자리 코드를 10분 안에 입력해 주세요.') +
      notice(problem) +
      form({
        action: '/link/sign-up/done',
        formToken,
        hidden: { code },
        fields: [
          { ...emailField(email), isReadOnly: true },
          { ...authCodeField(errors.auth_code), value: authCode, maximum: 64 },
          ...newPasswordFields(errors),
        ],
        buttons: [{ label: '가입하기' }],
      }) +
      `<footer>${plainForm({ action: '/link/sign-up', formToken, hidden: { code, email }, label: '코드 다시 받기' })}</footer>` +
      links([['이메일 고치기', withCode('/link/sign-up', code)]]),
  );

/** The field that a service failure belongs to. */
const fieldOf: Partial<Record<FailureCode, 'auth_code' | 'password1' | 'password2'>> = {
  AUTH_CODE_INVALID: 'auth_code',
  AUTH_CODE_EXPIRED: 'auth_code',
  PASSWORD_WEAK: 'password1',
  PASSWORD_MISMATCH: 'password2',
};

/** Sign-up on the phone: the e-mail, then its code and a password, then back to the television's code. */
export function mountSignUp(pages: Pages, { emailCodes, signUp }: AccountRules): void {
  const typedOf = ({ form: given }: Visit): Typed => ({ code: given['code'] ?? '', email: typedEmail(given['email']) });

  pages.get('/link/sign-up', (visit) => emailPage(visit, { code: visit.query['code'] ?? '', email: '' }));

  pages.post('/link/sign-up', async (visit) => {
    const typed = typedOf(visit);
    if (!emailSchema.safeParse(typed.email).success) return { ...emailPage(visit, typed, EMAIL_SENTENCE), status: 400 };
    try {
      await emailCodes.checkUnique(typed.email, visit.address);
      await emailCodes.request({ email: typed.email, address: visit.address });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'EMAIL_TAKEN') {
        return { ...emailPage(visit, typed, `${error.message} 로그인해 주세요.`), status: error.status };
      }
      // A valid code was sent already; use that one.
      const seconds = error.retryAfterSeconds ?? 0;
      if (error.code !== 'TOO_MANY_REQUESTS' || seconds > 60) throw error;
      const problem = `조금 전에 코드를 보냈어요. 메일이 없으면 ${seconds}초 뒤에 다시 받을 수 있어요.`;
      return { ...detailsPage(visit, typed, { problem }), status: error.status };
    }
    return detailsPage(visit, typed);
  });

  pages.post('/link/sign-up/done', async (visit) => {
    const typed = typedOf(visit);
    if (!emailSchema.safeParse(typed.email).success) return { ...emailPage(visit, typed, EMAIL_SENTENCE), status: 400 };
    const authCode = (visit.form['auth_code'] ?? '').replace(/[\s-]/g, '');
    const password1 = newPasswordSchema.safeParse(visit.form['password1']);
    const errors = {
      auth_code:
        authCode !== '' && authCodeSchema.safeParse(authCode).success ? undefined : '인증 코드를 입력해 주세요.',
      ...passwordErrors(visit.form),
    };
    const isWrong = Object.values(errors).some((error) => error !== undefined);
    if (isWrong || !password1.success) return { ...detailsPage(visit, typed, { authCode, errors }), status: 400 };
    try {
      const { token } = await signUp({
        email: typed.email,
        password1: password1.data,
        password2: password1.data,
        auth_code: authCode,
        device: PHONE,
        address: visit.address,
      });
      visit.setSession(token);
      return { goTo: withCode('/link', typed.code) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'EMAIL_TAKEN') {
        return { ...emailPage(visit, typed, `${error.message} 로그인해 주세요.`), status: error.status };
      }
      const field = fieldOf[error.code];
      if (field === undefined) throw error;
      const refused = { [field]: messageOf(error.code) };
      return { ...detailsPage(visit, typed, { authCode, errors: refused }), status: error.status };
    }
  });
}
