import type { Device } from '#contract/accounts.ts';
import { describeDevice } from '../accounts/index.ts';
import { formatKoreanTime } from '../lib/korean-time.ts';
import { facts, form, links, notice, paragraph, plainForm, tvCodeForm } from './parts.ts';
import { signInFields, type SignInErrors } from './phone-sign-in.ts';
import type { PageContent } from './shell.ts';

const page = (heading: string, content: string): PageContent => ({ screen: 'link', heading, content });

/** The same path, with the viewer's code. */
export const withCode = (path: string, code: string): string =>
  code === '' ? path : `${path}?code=${encodeURIComponent(code)}`;

/** The first page for viewers who type the address, and the target after a code that does not work. */
export const codePage = ({ typed = '', error }: { typed?: string; error?: string | undefined } = {}): PageContent =>
  page(
    'TV에 로그인',
    paragraph('TV 화면에 보이는 코드를 입력해 주세요.') + tvCodeForm('/link', '예: BCDF-1234', typed, error),
  );

export interface SignInPageOptions {
  code: string;
  formToken: string;
  email?: string;
  errors?: SignInErrors;
  problem?: string | undefined;
}

export const signInPage = ({ code, formToken, email = '', errors = {}, problem }: SignInPageOptions): PageContent =>
  page(
    '로그인',
    paragraph('보라 계정으로 로그인하면 TV를 연결할 수 있어요.') +
      notice(problem) +
      form({
        action: '/link/sign-in',
        formToken,
        hidden: { code },
        fields: signInFields(email, errors),
        buttons: [{ label: '로그인' }],
      }) +
      links([
        ['처음이에요 · 회원가입', withCode('/link/sign-up', code)],
        ['비밀번호를 잊었어요', '/password'],
      ]),
  );

export interface AskPageOptions {
  code: string;
  device: Device;
  createdAt: Date;
  /** Network of the requesting television; null when unknown. */
  requestedFrom: string | null;
  /** Network of the phone that shows the page. */
  phoneNetwork: string | null;
  email: string;
  formToken: string;
}

/** The television's origin in a form that the viewer can verify without a geolocation database. */
function originOf({ requestedFrom, phoneNetwork }: Pick<AskPageOptions, 'requestedFrom' | 'phoneNetwork'>) {
  if (requestedFrom === null) return '알 수 없어요';
  if (requestedFrom === phoneNetwork) return '이 휴대폰과 같은 네트워크';
  return `다른 네트워크 (주소\u00a0${requestedFrom})`;
}

const ELSEWHERE =
  '이 휴대폰과 다른 네트워크에서 온 요청이에요. 휴대폰이 와이파이를 쓰지 않으면 그럴 수 있으니 TV의 코드를 꼭 비교해 주세요.';

/**
 * The requesting device, and the two answers. The viewer compares the code: a stranger's television shows another one.
 */
export function askPage(link: AskPageOptions): PageContent {
  const { code, device, createdAt, email, formToken } = link;
  const isElsewhere = link.requestedFrom !== null && link.requestedFrom !== link.phoneNetwork;
  return page(
    '이 기기를 로그인할까요?',
    paragraph(
      '지금 눈앞에 있는 내 TV에 같은 코드가 보일 때만 허용해 주세요. 다른 사람이 보낸 코드나 링크라면 거부해 주세요.',
    ) +
      facts([
        ['코드', code],
        ['기기', describeDevice(device)],
        ['요청한 곳', originOf(link)],
        ['요청한 시각', `${formatKoreanTime(createdAt)} (한국\u00a0시간)`],
        ['로그인할 계정', email],
      ]) +
      notice(isElsewhere ? ELSEWHERE : undefined) +
      form({
        action: '/link/answer',
        formToken,
        hidden: { code },
        buttons: [
          { label: '허용', action: 'approve' },
          { label: '거부', action: 'deny', isQuiet: true },
        ],
      }) +
      `<footer>${plainForm({ action: '/link/sign-out', formToken, hidden: { code }, label: '다른 계정으로 로그인' })}</footer>`,
  );
}

export const approvedPage = (): PageContent =>
  page('TV에 로그인했어요', paragraph('TV 화면이 곧 바뀌어요. 이 화면은 닫아도 돼요.'));

export const deniedPage = (): PageContent =>
  page(
    '로그인을 거부했어요',
    paragraph('그 기기는 로그인하지 못해요. 잘못 눌렀다면 TV에서 새 코드를 받아 주세요.') +
      links([['다른 코드 입력하기', '/link']]),
  );
