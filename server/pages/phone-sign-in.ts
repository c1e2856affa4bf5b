import { errorCodes } from '#contract/errors.ts';
import { emailSchema, freeTextSchema } from '#contract/values.ts';
import { SecondFactorRequired } from '../accounts/index.ts';
import type { SignedIn, SignIn } from '../accounts/sign-in.ts';
import { ServiceError } from '../lib/fail.ts';
import { form, notice, paragraph, plainForm, type FieldSpec } from './parts.ts';
import type { PageContent } from './shell.ts';
import type { PageAnswer, Pages, Visit } from './visits.ts';

/** Name of a phone in the list of signed-in devices. */
export const PHONE = { platform: 'web', name: '휴대폰' } as const;

export const EMAIL_SENTENCE = '이메일 주소를 다시 확인해 주세요.';

/** Phones capitalize and add a trailing space; e-mails of accounts have neither. */
export const typedEmail = (text = ''): string => text.trim().toLowerCase();

const passwordSchema = freeTextSchema(510);
const CODE_PATTERN = /^\d{6}$/;

type Page = PageContent & { status?: number };

export interface SignInErrors {
  email?: string | undefined;
  password?: string | undefined;
}

export const emailField = (value: string, error?: string): FieldSpec => ({
  name: 'email',
  label: '이메일',
  type: 'email',
  value,
  error,
  autocomplete: 'username',
  inputmode: 'email',
  maximum: 254,
});

/** A code from a mail or an app. */
export const authCodeField = (error: string | undefined): FieldSpec => ({
  name: 'auth_code',
  label: '인증 코드',
  error,
  autocomplete: 'one-time-code',
  inputmode: 'numeric',
  maximum: 12,
});

export const signInFields = (email: string, errors: SignInErrors): FieldSpec[] => [
  emailField(email, errors.email),
  {
    name: 'password',
    label: '비밀번호',
    type: 'password',
    error: errors.password,
    autocomplete: 'current-password',
  },
];

interface PhoneSignInOptions {
  /** Where the form of the code is sent. */
  codeAction: string;
  /** Fields of the page that both steps carry on. */
  hidden: Record<string, string>;
  /** The page that asks for e-mail and password. */
  firstPage(about: { email: string; errors: SignInErrors }): PageContent;
}

interface CodeStep {
  ticket: string;
  by: 'MAILED' | 'AUTHENTICATOR';
  error?: string | undefined;
  problem?: string | undefined;
}

function codePage(visit: Visit, { codeAction, hidden }: PhoneSignInOptions, step: CodeStep): PageContent {
  const isMailed = step.by === 'MAILED';
  const carried = { ...hidden, ticket: step.ticket, by: step.by };
  return {
    screen: 'link',
    heading: '인증 코드를 입력해 주세요',
    content:
      paragraph(
        isMailed
          ? '처음 로그인하는 휴대폰이에요. 가입한 이메일로 보낸 여섯 자리 코드를 입력해 주세요.'
          : '처음 로그인하는 휴대폰이에요. 인증 앱에 보이는 여섯 자리 코드를 입력해 주세요.',
      ) +
      notice(step.problem) +
      form({
        action: codeAction,
        formToken: visit.formToken,
        hidden: carried,
        fields: [authCodeField(step.error)],
        buttons: [{ label: '로그인' }],
      }) +
      plainForm({
        action: codeAction,
        formToken: visit.formToken,
        hidden: { ...carried, action: 'mail' },
        label: isMailed ? '코드 다시 받기' : '인증 앱을 쓸 수 없어요 · 메일로 받기',
      }),
  };
}

/** A phone's sign-in by e-mail and password, and by a code where the account asks for one on a new phone. */
export interface PhoneSignIn {
  signIn: SignIn;
  /** How this visit signs in, or the page to show instead. */
  optionsFor(visit: Visit): PhoneSignInOptions | { page: Page };
  onEntered(visit: Visit, entered: SignedIn): Promise<PageAnswer> | PageAnswer;
}

/** Mounts both steps of a sign-in: e-mail and password at `path`, and the code below it. */
export function mountPhoneSignIn(pages: Pages, path: string, { signIn, optionsFor, onEntered }: PhoneSignIn): void {
  const phoneOf = ({ address, requestId, deviceKey }: Visit) => ({ device: PHONE, address, requestId, deviceKey });

  const enter = async (
    visit: Visit,
    options: PhoneSignInOptions,
    send: () => Promise<SignedIn>,
    onFailed: (error: ServiceError) => Page | undefined,
  ): Promise<PageAnswer> => {
    let entered: SignedIn;
    try {
      entered = await send();
    } catch (error) {
      if (error instanceof SecondFactorRequired) return codePage(visit, options, error);
      const page = error instanceof ServiceError ? onFailed(error) : undefined;
      if (page === undefined) throw error;
      return page;
    }
    if (entered.deviceKey !== undefined) visit.setDeviceKey(entered.deviceKey);
    return onEntered(visit, entered);
  };

  pages.post(path, (visit) => {
    const options = optionsFor(visit);
    if ('page' in options) return options.page;
    const email = typedEmail(visit.form['email']);
    const password = passwordSchema.safeParse(visit.form['password']);
    const errors = {
      email: emailSchema.safeParse(email).success ? undefined : EMAIL_SENTENCE,
      password: password.success && password.data !== '' ? undefined : '비밀번호를 입력해 주세요.',
    };
    if (errors.email !== undefined || errors.password !== undefined || !password.success)
      return { ...options.firstPage({ email, errors }), status: 400 };
    return enter(
      visit,
      options,
      () => signIn.signIn({ email, password: password.data, ...phoneOf(visit) }),
      ({ code, status }) =>
        code === 'LOGIN_FAILED'
          ? { ...options.firstPage({ email, errors: { password: errorCodes.LOGIN_FAILED.message } }), status }
          : undefined,
    );
  });

  // The code, or another mail.
  pages.post(`${path}/code`, (visit) => {
    const options = optionsFor(visit);
    if ('page' in options) return options.page;
    const { form: given } = visit;
    const ticket = given['ticket'] ?? '';
    const by = given['by'] === 'AUTHENTICATOR' ? 'AUTHENTICATOR' : 'MAILED';
    const isMailWanted = given['action'] === 'mail';
    const code = (given['auth_code'] ?? '').replace(/[\s-]/g, '');
    const codeBy = by === 'MAILED' || isMailWanted ? ('mail' as const) : undefined;
    if (!isMailWanted && !CODE_PATTERN.test(code))
      return { ...codePage(visit, options, { ticket, by, error: '여섯 자리를 모두 입력해 주세요.' }), status: 400 };
    return enter(
      visit,
      options,
      () => signIn.proceed({ ticket, codeBy, ...(!isMailWanted && { code }), ...phoneOf(visit) }),
      (error) => {
        if (error.code === 'AUTH_CODE_INVALID' || error.code === 'AUTH_CODE_EXPIRED')
          return { ...codePage(visit, options, { ticket, by, error: error.message }), status: error.status };
        if (error.code !== 'LOGIN_FAILED') return undefined;
        const errors = { password: '시간이 지났어요. 다시 로그인해 주세요.' };
        return { ...options.firstPage({ email: '', errors }), status: error.status };
      },
    );
  });
}
