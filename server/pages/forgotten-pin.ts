import { uuidSchema } from '#contract/values.ts';
import type { FindCaller } from '../accounts/sessions.ts';
import type { SignedIn, SignIn } from '../accounts/sign-in.ts';
import { ServiceError } from '../lib/fail.ts';
import type { ProfileChanging } from '../profiles/profile-changes.ts';
import { form, notice, paragraph } from './parts.ts';
import { mountPhoneSignIn, signInFields, type SignInErrors } from './phone-sign-in.ts';
import type { PageContent } from './shell.ts';
import type { PageAnswer, Pages, Visit } from './visits.ts';

const page = (heading: string, content: string): PageContent => ({ screen: 'pin', heading, content });

interface AskPageOptions {
  profileId: string;
  formToken: string;
  email?: string;
  errors?: SignInErrors;
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
        fields: signInFields(email, errors),
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

  const removePin = async (visit: Visit, { token, account }: SignedIn): Promise<PageAnswer> => {
    const { address, requestId, formToken, params } = visit;
    const profileId = params['profile'] ?? '';
    const caller = await findCaller(token);
    if (!caller) throw new ServiceError('TOKEN_INVALID');
    try {
      await changes.update(caller, profileId, { pin: null }, { pin: undefined, address, isPasswordProved: true });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
      return { ...askPage({ profileId, formToken, email: account.email, problem: NOT_YOURS }), status: 404 };
    } finally {
      // The phone stays signed out: the next PIN needs the password again.
      await signIn.signOut(caller, { address, requestId });
    }
    return { goTo: '/pin/done' };
  };

  mountPhoneSignIn(pages, '/pin/:profile', {
    signIn,
    optionsFor({ params, formToken }) {
      const { success, data: profileId } = uuidSchema.safeParse(params['profile']);
      if (!success) return { page: notFound };
      return {
        codeAction: `/pin/${profileId}/code`,
        hidden: {},
        firstPage: (about) => askPage({ profileId, formToken, ...about }),
      };
    },
    onEntered: removePin,
  });
}
