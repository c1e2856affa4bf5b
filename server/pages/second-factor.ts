import type { SecondFactorMethod } from '#contract/second-factor.ts';
import type { SecondFactors } from '../accounts/second-factor/second-factors.ts';
import type { Caller } from '../accounts/sessions.ts';
import type { SignIn } from '../accounts/sign-in.ts';
import { ServiceError } from '../lib/fail.ts';
import { buttonLink, facts, form, paragraph, type ButtonSpec } from './parts.ts';
import { authCodeField, mountPhoneSignIn, signInFields, type SignInErrors } from './phone-sign-in.ts';
import type { PageContent } from './shell.ts';
import type { PageAnswer, Pages, Visit } from './visits.ts';

const PATH = '/second-factor';

const page = (heading: string, content: string): PageContent => ({ screen: 'second-factor', heading, content });

const signInPage = (formToken: string, about: { email: string; errors: SignInErrors }): PageContent =>
  page(
    '2단계 인증',
    paragraph('보라 계정으로 로그인하면 2단계 인증을 켜거나 끌 수 있어요.') +
      form({
        action: `${PATH}/sign-in`,
        formToken,
        fields: signInFields(about.email, about.errors),
        buttons: [{ label: '로그인' }],
      }),
  );

const METHOD_TEXTS: Readonly<Record<SecondFactorMethod, string>> = {
  none: '꺼져 있어요',
  mail: '켜져 있어요 · 메일로 받는 코드',
  authenticator: '켜져 있어요 · 인증 앱의 코드',
};

const buttonsFor = (method: SecondFactorMethod): ButtonSpec[] => [
  ...(method === 'mail' ? [] : [{ label: '메일로 받는 코드 쓰기', action: 'mail' }]),
  ...(method === 'authenticator'
    ? []
    : [{ label: '인증 앱의 코드 쓰기', action: 'authenticator', isQuiet: method === 'none' }]),
  ...(method === 'none' ? [] : [{ label: '끄기', action: 'none', isQuiet: true }]),
];

interface ChoicePageOptions {
  method: SecondFactorMethod;
  email: string;
  formToken: string;
  error?: string;
}

const choicePage = ({ method, email, formToken, error }: ChoicePageOptions): PageContent =>
  page(
    '2단계 인증',
    paragraph(
      '켜면 처음 쓰는 기기에서 로그인할 때 비밀번호와 여섯 자리 코드가 함께 필요해요. 이미 로그인한 기기와, QR 코드로 로그인하는 TV는 묻지 않아요.',
    ) +
      facts([
        ['계정', email],
        ['지금', METHOD_TEXTS[method]],
      ]) +
      form({
        action: `${PATH}/change`,
        formToken,
        fields: [
          { name: 'password', label: '비밀번호 확인', type: 'password', error, autocomplete: 'current-password' },
        ],
        buttons: buttonsFor(method),
      }),
  );

interface ConfirmPageOptions {
  formToken: string;
  /** For an authenticator, once. */
  secret?: { secret: string; url: string } | undefined;
  error?: string;
}

const confirmPage = ({ formToken, secret, error }: ConfirmPageOptions): PageContent =>
  page(
    '인증 코드를 입력해 주세요',
    (secret
      ? paragraph('인증 앱에 보라를 더한 다음, 앱에 보이는 여섯 자리 코드를 입력해 주세요.') +
        buttonLink('인증 앱 열기', secret.url) +
        facts([['앱에 직접 넣는 키', secret.secret.replace(/.{4}(?=.)/g, '$& ')]])
      : paragraph('메일로 받은 코드나 인증 앱에 보이는 코드를 입력해 주세요. 10분 안에 입력해야 해요.')) +
      form({
        action: `${PATH}/confirm`,
        formToken,
        fields: [authCodeField(error)],
        buttons: [{ label: '켜기' }],
      }),
  );

const donePage = (method: SecondFactorMethod): PageContent =>
  page(
    method === 'none' ? '2단계 인증을 껐어요' : '2단계 인증을 켰어요',
    paragraph(
      method === 'none'
        ? '이제 비밀번호만으로 로그인해요.'
        : '처음 쓰는 기기에서만 코드를 물어요. 인증 앱을 쓸 수 없게 되면 메일로 코드를 받을 수 있어요.',
    ) + buttonLink('처음으로', PATH),
  );

/** The page on which an account's owner turns the second factor on and off. */
export function mountSecondFactorPage(
  pages: Pages,
  { secondFactors, signIn }: { secondFactors: SecondFactors; signIn: SignIn },
): void {
  mountPhoneSignIn(pages, `${PATH}/sign-in`, {
    signIn,
    optionsFor: ({ formToken }) => ({
      codeAction: `${PATH}/sign-in/code`,
      hidden: {},
      firstPage: (about) => signInPage(formToken, about),
    }),
    onEntered(visit, { token }) {
      visit.setSession(token);
      return { goTo: PATH };
    },
  });
  const choicePageFor = async ({ account }: Caller, { formToken }: Visit, error?: string) =>
    choicePage({
      method: await secondFactors.methodOf(account),
      email: account.email,
      formToken,
      ...(error !== undefined && { error }),
    });

  const change = async (caller: Caller, visit: Visit): Promise<PageAnswer> => {
    const { form: given, address, formToken } = visit;
    const password = (given['password'] ?? '').slice(0, 511);
    const method = given['action'];
    if (method === 'none') {
      await secondFactors.end(caller, { password, address });
      return donePage('none');
    }
    if (method !== 'mail' && method !== 'authenticator') return { goTo: PATH };
    return confirmPage({ formToken, secret: await secondFactors.begin(caller, { password, method, address }) });
  };

  pages.get(PATH, async (visit) => {
    const caller = await visit.findCaller();
    return caller ? choicePageFor(caller, visit) : signInPage(visit.formToken, { email: '', errors: {} });
  });
  pages.post(`${PATH}/change`, async (visit) => {
    const caller = await visit.findCaller();
    if (!caller) return { goTo: PATH };
    try {
      return await change(caller, visit);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'LOGIN_FAILED') throw error;
      return { ...(await choicePageFor(caller, visit, error.message)), status: error.status };
    }
  });

  pages.post(`${PATH}/confirm`, async (visit) => {
    const caller = await visit.findCaller();
    if (!caller) return { goTo: PATH };
    const { form: given, formToken, address } = visit;
    const code = (given['auth_code'] ?? '').replace(/[\s-]/g, '').slice(0, 64);
    try {
      return donePage(await secondFactors.confirm(caller, { code, address }));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code !== 'AUTH_CODE_INVALID' && error.code !== 'AUTH_CODE_EXPIRED') throw error;
      return { ...confirmPage({ formToken, error: error.message }), status: error.status };
    }
  });
}
