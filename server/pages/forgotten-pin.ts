import { uuidSchema, emailSchema } from '#contract/values.ts';
import { errorCodes } from '#contract/errors.ts';
import type { FindCaller } from '../accounts/sessions.ts';
import type { SignIn } from '../accounts/sign-in.ts';
import { ServiceError } from '../lib/fail.ts';
import type { ProfileChanging } from '../profiles/profile-changes.ts';
import { EMAIL_SENTENCE, PHONE, typedEmail } from './link.ts';
import { form, notice, paragraph } from './parts.ts';
import type { PageContent } from './shell.ts';
import type { Pages } from './visits.ts';

const page = (heading: string, content: string): PageContent => ({ screen: 'pin', heading, content });

interface AskPageOptions {
  profileId: string;
  formToken: string;
  email?: string;
  errors?: { email?: string | undefined; password?: string | undefined };
  problem?: string;
}

const askPage = ({ profileId, formToken, email = '', errors = {}, problem }: AskPageOptions) =>
  page(
    'PIN 없애기',
    paragraph(
      '보라 계정으로 로그인하면, TV에서 고른 프로필의 PIN을 없애요. 새 PIN은 TV의 프로필 관리에서 정해 주세요.',
    ) +
      notice(problem) +
      form({
        action: `/pin/${profileId}`,
        formToken,
        fields: [
          {
            name: 'email',
            label: '이메일',
            type: 'email',
            value: email,
            error: errors.email,
            autocomplete: 'username',
            inputmode: 'email',
            maximum: 254,
          },
          {
            name: 'password',
            label: '비밀번호',
            type: 'password',
            error: errors.password,
            autocomplete: 'current-password',
          },
        ],
        buttons: [{ label: '로그인하고 PIN 없애기' }],
      }),
  );

const donePage = page('PIN을 없앴어요', paragraph('이제 TV에서 PIN 없이 고를 수 있어요. 이 화면은 닫아도 돼요.'));

const notFound = {
  ...page('프로필을 찾을 수 없어요', paragraph('TV에 보이는 코드를 다시 찍어 주세요.')),
  status: 404,
};

const NOT_YOURS = '이 계정의 프로필이 아니에요. TV에 로그인한 계정으로 해 주세요.';

/** The phone page behind a television's "PIN을 잊었어요": a sign-in with the account's password removes the PIN. */
export function mountForgottenPin(
  pages: Pages,
  { signIn, changes, findCaller }: { signIn: SignIn; changes: ProfileChanging; findCaller: FindCaller },
): void {
  pages.get('/pin/done', () => donePage);

  pages.get('/pin/:profile', ({ params, formToken }) => {
    const profileId = uuidSchema.safeParse(params['profile']);
    return profileId.success ? askPage({ profileId: profileId.data, formToken }) : notFound;
  });

  pages.post('/pin/:profile', async ({ params, form: given, formToken, address, requestId }) => {
    const parsed = uuidSchema.safeParse(params['profile']);
    if (!parsed.success) return notFound;
    const profileId = parsed.data;
    const email = typedEmail(given['email']);
    const password = given['password'] ?? '';
    const errors = {
      email: emailSchema.safeParse(email).success ? undefined : EMAIL_SENTENCE,
      password: password !== '' && password.length <= 510 ? undefined : '비밀번호를 입력해 주세요.',
    };
    const ask = { profileId, formToken, email };
    if (errors.email !== undefined || errors.password !== undefined)
      return { ...askPage({ ...ask, errors }), status: 400 };
    try {
      const { token } = await signIn.signIn({ email, password, device: PHONE, address, requestId });
      const caller = await findCaller(token);
      if (!caller) throw new ServiceError('TOKEN_INVALID');
      try {
        await changes.update(caller, profileId, { pin: null, password }, { pin: undefined, address });
      } finally {
        // The phone stays signed out: the next PIN needs the password again.
        await signIn.signOut(caller, { address, requestId });
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'NOT_FOUND') return { ...askPage({ ...ask, problem: NOT_YOURS }), status: 404 };
      if (error.code !== 'LOGIN_FAILED') throw error;
      const refused = { password: errorCodes.LOGIN_FAILED.message };
      return { ...askPage({ ...ask, errors: refused }), status: error.status };
    }
    return { goTo: '/pin/done' };
  });
}
