import type { SignIn } from '../accounts/sign-in.ts';
import type { DeviceAuthorizations } from '#server/accounts/devices/device-authorizations.ts';
import { presentDeviceLink } from '#server/accounts/devices/index.ts';
import { ServiceError } from '../lib/fail.ts';
import { networkOf } from '../lib/networks.ts';
import { approvedPage, askPage, codePage, deniedPage, signInPage, withCode } from './link-pages.ts';
import { mountPhoneSignIn } from './phone-sign-in.ts';
import type { PageAnswer, Pages, Visit } from './visits.ts';

const codeSentences: Partial<Record<ServiceError['code'], string>> = {
  NOT_FOUND: '이 코드를 찾을 수 없어요. TV에 보이는 코드와 같은지 확인해 주세요.',
  EXPIRED_TOKEN: '이 코드는 시간이 지났어요. TV에 지금 보이는 코드를 입력해 주세요.',
};
const USED_SENTENCE = '이미 사용한 코드예요. TV에 지금 보이는 코드를 입력해 주세요.';

/** Redirects to the code page after a code that does not work; rethrows other failures. */
function refuseCode(error: unknown, typed: string): PageAnswer {
  const sentence = error instanceof ServiceError ? codeSentences[error.code] : undefined;
  if (sentence === undefined || !(error instanceof ServiceError)) throw error;
  return { ...codePage({ typed, error: sentence }), status: error.status };
}

export interface LinkOptions {
  authorizations: DeviceAuthorizations;
  signIn: SignIn;
}

/** The page behind a television's QR code: shows the requesting device and asks for approval. */
export function mountLink(pages: Pages, { authorizations, signIn }: LinkOptions): void {
  const codePageOf = async (visit: Visit, typed: string): Promise<PageAnswer> => {
    const found = await authorizations.find(typed, visit.address);
    const { user_code: code, device, state } = presentDeviceLink(found);
    const caller = await visit.findCaller();
    if (state !== 'pending') {
      if (!caller || found.account_id !== caller.account.id) return codePage({ typed: code, error: USED_SENTENCE });
      return state === 'approved' ? approvedPage() : deniedPage();
    }
    const { formToken } = visit;
    if (!caller) return signInPage({ code, formToken });
    return askPage({
      code,
      device,
      createdAt: found.created_at,
      requestedFrom: found.requested_from,
      phoneNetwork: networkOf(visit.address),
      email: caller.account.email,
      formToken,
    });
  };

  pages.get('/link', async (visit) => {
    const typed = visit.query['code']?.trim();
    if (typed === undefined) return codePage();
    if (typed === '') return codePage({ error: '코드를 입력해 주세요.' });
    return codePageOf(visit, typed).catch((error: unknown) => refuseCode(error, typed));
  });

  mountPhoneSignIn(pages, '/link/sign-in', {
    signIn,
    optionsFor({ form, formToken }) {
      const code = form['code'] ?? '';
      return {
        codeAction: '/link/sign-in/code',
        hidden: { code },
        firstPage: (about) => signInPage({ code, formToken, ...about }),
      };
    },
    onEntered(visit, { token }) {
      visit.setSession(token);
      return { goTo: withCode('/link', visit.form['code'] ?? '') };
    },
  });

  pages.post('/link/sign-out', async (visit) => {
    const caller = await visit.findCaller();
    if (caller) await signIn.signOut(caller, { address: visit.address, requestId: visit.requestId });
    visit.setSession(null);
    return { goTo: withCode('/link', visit.form['code'] ?? '') };
  });

  pages.post('/link/answer', async (visit) => {
    const code = visit.form['code'] ?? '';
    const action = visit.form['action'];
    const caller = await visit.findCaller();
    // The phone has signed out elsewhere: the code's page shows the sign-in.
    if (!caller || (action !== 'approve' && action !== 'deny')) return { goTo: withCode('/link', code) };
    try {
      const given = { userCode: code, isApproved: action === 'approve' };
      const { user_code: answered } = presentDeviceLink(await authorizations.answer(caller, given));
      return { goTo: withCode('/link', answered) };
    } catch (error) {
      return refuseCode(error, code);
    }
  });
}
