import type { SecondFactorMethod } from '#contract/second-factor.ts';
import { formatKoreanTime } from '../lib/korean-time.ts';
import { plainName } from '../lib/plain-name.ts';
import type { MailContent, RefundCause, StaffNotice } from './content.ts';
import type { Letter } from './letter.ts';
import { troublesLetter } from './troubles-letter.ts';

type ContentOf<K extends MailContent['kind']> = Extract<MailContent, { readonly kind: K }>;

const deviceOf = (name: string) => plainName(name) ?? '이름 없는 기기';

const timeLine = (at: string) => `시각: ${formatKoreanTime(new Date(at))} (한국 시간)`;

const won = new Intl.NumberFormat('ko-KR');

const REFUND_TEXTS: Readonly<Record<RefundCause, string>> = {
  gone: '주문을 더는 찾을 수 없는데 결제가 확인됐어요.',
  price: '결제한 금액이 주문한 금액과 달랐어요.',
  settled: '이미 끝난 주문에 결제가 한 번 더 확인됐어요.',
  endless: '기간이 없는 멤버십을 이용하고 있어, 멤버십을 더할 수 없어요.',
  owned: '이미 가진 상품에 결제가 한 번 더 확인됐어요.',
  voucher: '쿠폰을 이미 다른 주문에 썼어요.',
  left: '그사이 볼 수 없게 된 작품이에요.',
  late: '결제가 하루 넘게 늦게 확인되어, 주문이 이미 끝났어요.',
};

const SECOND_FACTOR_TEXTS: Readonly<Record<SecondFactorMethod, string>> = {
  none: '2단계 인증을 껐어요. 이제 비밀번호만으로 로그인할 수 있어요.',
  mail: '이제 새 기기에서 로그인할 때 메일로 보내는 인증 코드가 필요해요.',
  authenticator: '이제 새 기기에서 로그인할 때 인증 앱의 코드가 필요해요.',
};

const STAFF_TEXTS: Readonly<Record<StaffNotice, { subject: string; line: (email: string) => string }>> = {
  added: { subject: '운영자가 추가됐어요', line: (email) => `${email} 님이 운영자로 추가됐어요.` },
  link: {
    subject: '운영자의 새 링크가 만들어졌어요',
    line: (email) => `${email} 님의 비밀번호와 인증 앱을 새로 정하는 링크가 만들어졌어요.`,
  },
  used: {
    subject: '운영자가 링크를 썼어요',
    line: (email) => `${email} 님이 링크로 비밀번호와 인증 앱을 정하고 콘솔에 로그인했어요.`,
  },
  role: { subject: '운영자의 역할이 바뀌었어요', line: (email) => `${email} 님의 역할이 바뀌었어요.` },
  removed: { subject: '운영자가 지워졌어요', line: (email) => `${email} 님은 이제 운영자가 아니에요.` },
  token: {
    subject: '프로그램의 토큰이 만들어졌어요',
    line: (email) => `${email} 님이 프로그램이 쓰는 토큰을 만들었어요.`,
  },
  'sign-in': { subject: '콘솔에 로그인했어요', line: (email) => `${email} 님으로 콘솔에 로그인했어요.` },
};

/** The letters, by the kind of their mail. */
const LETTERS: { readonly [K in MailContent['kind']]: (content: ContentOf<K>, publicUrl: string) => Letter } = {
  'email-code': (content) => ({
    subject: '[보라] 이메일 인증 코드',
    lines: ['보라에 이 이메일을 쓰려면 아래 인증 코드를 입력해 주세요.', '코드는 10분 동안 쓸 수 있어요.'],
    code: content.code,
    closing: '직접 요청하지 않았다면 이 메일은 지우셔도 돼요. 코드는 누구에게도 알려 주지 마세요.',
  }),
  'second-factor-code': (content) => ({
    subject: '[보라] 로그인 인증 코드',
    lines: [
      ...(content.device === null
        ? ['2단계 인증을 켜려면 아래 인증 코드를 입력해 주세요.']
        : ['새 기기에서 로그인하려면 아래 인증 코드를 입력해 주세요.', `기기: ${deviceOf(content.device)}`]),
      '코드는 10분 동안 쓸 수 있어요.',
    ],
    code: content.code,
    closing:
      '직접 로그인한 것이 아니라면 누군가 비밀번호를 알고 있어요. 비밀번호를 바로 바꾸고, 코드는 누구에게도 알려 주지 마세요.',
  }),
  'second-factor-changed': (content) => ({
    subject: '[보라] 2단계 인증이 바뀌었어요',
    lines: [SECOND_FACTOR_TEXTS[content.method], timeLine(content.at)],
    closing: '본인이 아니라면 비밀번호를 바로 바꿔 주세요. 그러면 다른 기기는 모두 로그아웃돼요.',
  }),
  'password-reset': (content, publicUrl) => ({
    subject: '[보라] 비밀번호 재설정',
    lines: [
      '비밀번호를 새로 정하려면 아래 버튼을 누르거나, TV에 코드를 입력해 주세요.',
      '둘 중 하나를 한 번만, 15분 안에 쓸 수 있어요.',
    ],
    code: content.code,
    link: { label: '비밀번호 새로 정하기', url: `${publicUrl}/password?token=${content.token}` },
    closing: '직접 요청하지 않았다면 이 메일은 지우셔도 돼요. 비밀번호는 그대로예요.',
  }),
  invitation: (content, publicUrl) => ({
    subject: '[보라] 초대합니다',
    lines: [
      '보라를 볼 수 있는 계정을 만들어 두었어요. 아래 버튼으로 비밀번호를 정하면 이 이메일로 로그인할 수 있어요.',
      `버튼은 ${formatKoreanTime(new Date(content.expiresAt))}(한국 시간)까지 한 번 쓸 수 있어요. 그 뒤에는 로그인 화면의 ‘비밀번호를 잊었어요’로 정할 수 있어요.`,
    ],
    link: { label: '비밀번호 정하기', url: `${publicUrl}/password?token=${content.token}` },
    closing: '모르는 초대라면 이 메일은 지우셔도 돼요.',
  }),
  'new-sign-in': (content) => {
    const { count = 1 } = content;
    const isOne = count === 1;
    return {
      subject: isOne ? '[보라] 새 기기에서 로그인했어요' : `[보라] 새 기기 ${count}대에서 로그인했어요`,
      lines: [
        isOne
          ? '회원님의 계정으로 새 기기에서 로그인했어요.'
          : `회원님의 계정으로 새 기기 ${count}대에서 로그인했어요. 아래는 마지막 기기예요.`,
        `기기: ${deviceOf(content.device)}`,
        timeLine(content.at),
      ],
      closing: '본인이 아니라면 비밀번호를 바로 바꿔 주세요. 그러면 다른 기기는 모두 로그아웃돼요.',
    };
  },
  'password-changed': (content) => ({
    subject: '[보라] 비밀번호가 바뀌었어요',
    lines: [
      content.how === 'changed'
        ? '회원님 계정의 비밀번호를 로그인한 기기에서 바꿨어요. 다른 기기는 모두 로그아웃되었어요.'
        : '회원님 계정의 비밀번호를 메일의 링크나 코드로 새로 정했어요. 모든 기기에서 로그아웃되었어요.',
      ...(content.device === null ? [] : [`기기: ${deviceOf(content.device)}`]),
      ...(content.origin === null ? [] : [`접속한 곳: ${content.origin}`]),
      timeLine(content.at),
    ],
    closing:
      '본인이 아니라면 로그인 화면의 ‘비밀번호를 잊었어요’에서 비밀번호를 바로 다시 정해 주세요. 이메일 계정의 비밀번호도 바꾸는 것이 좋아요.',
  }),
  'email-changed': (content) => ({
    subject: '[보라] 로그인 이메일이 바뀌었어요',
    lines: [
      '고객센터에서 회원님 계정의 로그인 이메일을 다른 주소로 바꿨어요. 이제 이 주소로는 로그인할 수 없어요.',
      timeLine(content.at),
    ],
    closing: '직접 요청하지 않았다면 고객센터에 바로 알려 주세요.',
  }),
  'account-export': (content, publicUrl) => ({
    subject: '[보라] 내 데이터 파일이 준비됐어요',
    lines: [
      '보라가 회원님의 계정에 대해 가진 데이터를 파일 하나(JSON)에 담았어요.',
      `${formatKoreanTime(new Date(content.expiresAt))}(한국 시간)까지 아래 버튼으로 받을 수 있어요. 그 뒤에는 파일을 지워요.`,
      '링크를 아는 사람은 누구나 파일을 받을 수 있으니, 이 메일을 다른 사람에게 보내지 마세요.',
    ],
    link: { label: '파일 받기', url: `${publicUrl}/account-file?token=${content.token}` },
    closing: '직접 요청하지 않았다면 비밀번호를 바꿔 주세요. 파일은 이 메일의 링크로만 받을 수 있어요.',
  }),
  'staff-notice': (content) => {
    const { subject, line } = STAFF_TEXTS[content.what];
    return {
      subject: `[보라 콘솔] ${subject}`,
      lines: [
        line(content.email),
        ...(content.by === null ? [] : [`바꾼 사람: ${content.by}`]),
        ...(content.detail === null ? [] : [content.detail]),
        timeLine(content.at),
      ],
      closing:
        '모르는 일이라면 소유자에게 바로 알려 주세요. 소유자는 콘솔에서 접속을 끝내고 링크를 새로 만들 수 있어요.',
    };
  },
  receipt: (content) => {
    const { name, title, price, paidAt, refundedAt, paymentId } = content;
    return {
      subject: refundedAt === null ? '[보라] 결제 영수증' : '[보라] 환불한 결제의 영수증',
      lines: [
        '고객센터에 요청하신 영수증이에요.',
        `상품: ${title === null || name.startsWith(title) ? name : `${title} · ${name}`}`,
        `금액: ${won.format(price)}원`,
        `결제: ${formatKoreanTime(new Date(paidAt))} (한국 시간)`,
        ...(refundedAt === null ? [] : [`환불: ${formatKoreanTime(new Date(refundedAt))} (한국 시간)`]),
        ...(paymentId === null ? [] : [`결제 번호: ${paymentId}`]),
      ],
      closing: '요청하지 않은 영수증이라면 고객센터에 알려 주세요.',
    };
  },
  troubles: (content, publicUrl) => troublesLetter(content, publicUrl),
  payment: (content) => {
    const { name, price, refundedFor } = content;
    const facts = [`상품: ${name}`, `금액: ${won.format(price)}원`];
    return refundedFor === null
      ? {
          subject: '[보라] 결제가 확인됐어요',
          lines: ['결제가 늦게 확인됐어요. 이제 TV에서 볼 수 있어요.', ...facts],
          closing: '직접 결제하지 않았다면 고객센터에 알려 주세요.',
        }
      : {
          subject: '[보라] 결제를 환불해 드려요',
          lines: [
            REFUND_TEXTS[refundedFor],
            '결제한 금액을 모두 돌려드려요. 결제 수단에 따라 며칠 걸릴 수 있어요.',
            ...facts,
          ],
          closing: '며칠이 지나도 환불되지 않으면 고객센터에 알려 주세요.',
        };
  },
};

export function letterOf(content: MailContent, publicUrl: string): Letter {
  const write = LETTERS[content.kind] as (content: MailContent, publicUrl: string) => Letter;
  return write(content, publicUrl);
}
