import { describe, expect, test } from 'vitest';
import { JOB_NAMES } from '#contract/console/job-names.ts';
import { REMEDIES, TROUBLE_NAMES } from '#contract/console/trouble-texts.ts';
import { composeMail } from '#server/mail/compose.ts';
import type { MailContent } from '#server/mail/content.ts';

const AT = '2026-11-20T12:00:00Z';
const compose = (content: MailContent) => composeMail('luna@bora.example', content, 'https://bora.example');

const CHANGED: MailContent = { kind: 'password-changed', how: 'changed', device: '거실 TV', origin: '서울', at: AT };
const STAFF: MailContent = {
  kind: 'staff-notice',
  what: 'link',
  email: 'member@bora.example',
  by: 'owner@bora.example',
  detail: null,
  at: AT,
};
const PAID: MailContent = { kind: 'payment', name: '여우 <1기>', price: 12_000, refundedFor: null };

const RECEIPT: MailContent = {
  kind: 'receipt',
  name: '48시간 대여',
  title: '여우',
  price: 1500,
  paidAt: AT,
  refundedAt: null,
  paymentId: 'pay-7',
};

test.each<[string, MailContent, string, string | null, string | null]>([
  ['an e-mail code', { kind: 'email-code', code: '123456' }, '인증 코드', '123456', null],
  [
    'a new password',
    { kind: 'password-reset', code: '654321', token: 't0' },
    '비밀번호 재설정',
    '654321',
    'https://bora.example/password?token=t0',
  ],
  ['a changed password', CHANGED, '비밀번호가 바뀌었어요', null, null],
  [
    'data to take away',
    { kind: 'account-export', expiresAt: AT, token: 't1' },
    '데이터 파일',
    null,
    'https://bora.example/account-file?token=t1',
  ],
  ['a link of staff', STAFF, '새 링크', null, null],
  ['a receipt', RECEIPT, '결제 영수증', null, null],
  ['the receipt of a refund', { ...RECEIPT, refundedAt: AT }, '환불한 결제', null, null],
  ['a payment', PAID, '결제가 확인됐어요', null, null],
  [
    'a code for a sign-in',
    { kind: 'second-factor-code', code: '246810', device: '거실 TV' },
    '로그인 인증 코드',
    '246810',
    null,
  ],
  [
    'a code to begin with',
    { kind: 'second-factor-code', code: '135791', device: null },
    '로그인 인증 코드',
    '135791',
    null,
  ],
  ['a second factor', { kind: 'second-factor-changed', method: 'mail', at: AT }, '2단계 인증이 바뀌었어요', null, null],
  [
    'an invitation',
    { kind: 'invitation', token: 't2', expiresAt: AT },
    '초대합니다',
    null,
    'https://bora.example/password?token=t2',
  ],
  ['another address', { kind: 'email-changed', at: AT }, '로그인 이메일이 바뀌었어요', null, null],
  [
    'troubles',
    { kind: 'troubles', started: [{ kind: 'worker', detail: '', since: AT }], ended: [] },
    '보라 콘솔',
    null,
    'https://bora.example/console/#/overview',
  ],
])('a mail about %s has its subject, code and link in both forms', (_name, content, subject, code, link) => {
  const mail = compose(content);
  expect(mail.to).toBe('luna@bora.example');
  expect(mail.subject).toContain(subject);
  expect(mail.html).toContain(`<title>${mail.subject}</title>`);
  expect(mail.text.includes('코드: ')).toBe(code !== null);
  expect(mail.html.includes('letter-spacing')).toBe(code !== null);
  if (code !== null) for (const form of [mail.text, mail.html]) expect(form).toContain(code);
  expect(mail.text.includes('https://')).toBe(link !== null);
  expect(mail.html.includes('<a href=')).toBe(link !== null);
  if (link !== null) for (const form of [mail.text, mail.html]) expect(form).toContain(link);
  expect(mail.text).toMatch(/^안녕하세요, 보라입니다\.\n\n[^]+\n\n보라 드림\n$/);
  expect(mail.text).not.toMatch(/undefined|null|\n\n\n/);
});

describe('a mail about a changed password', () => {
  test('says who did it, where, and when', () => {
    const { text } = compose(CHANGED);
    expect(text).toContain('로그인한 기기에서');
    expect(text).toMatch(/기기: 거실 TV\n접속한 곳: 서울\n시각: .*21:00/);
  });

  test('leaves out what is not known', () => {
    const { text } = compose({ ...CHANGED, how: 'reset', device: null, origin: null } as MailContent);
    expect(text).toContain('메일의 링크나 코드로');
    expect(text).not.toMatch(/기기:|접속한 곳/);
  });
});

test('a mail about new devices counts them', () => {
  const one = compose({ kind: 'new-sign-in', device: '거실 TV', at: AT });
  expect(one.subject).toBe('[보라] 새 기기에서 로그인했어요');
  const three = compose({ kind: 'new-sign-in', device: '거실 TV', at: AT, count: 3 });
  expect(three.subject).toContain('3대');
  expect(three.text).toContain('아래는 마지막 기기예요');
});

test('a mail about a payment has the price, and escapes the name', () => {
  const { text, html } = compose(PAID);
  expect(text).toContain('상품: 여우 <1기>\n금액: 12,000원');
  expect(html).toContain('상품: 여우 &lt;1기&gt;');
});

test.each(['gone', 'price', 'settled', 'endless', 'owned', 'voucher', 'left', 'late'] as const)(
  'a mail about a refund says why: %s',
  (refundedFor) => {
    const refund = compose({ ...PAID, refundedFor } as MailContent);
    expect(refund.subject).toBe('[보라] 결제를 환불해 드려요');
    const [, reason] = refund.text.split('\n\n');
    expect(reason).toMatch(/^[^\n]+\n결제한 금액을 모두 돌려드려요\. [^\n]+\n상품: 여우 <1기>\n금액: 12,000원$/);
    expect(reason).not.toContain(
      compose({ ...PAID, refundedFor: refundedFor === 'gone' ? 'late' : 'gone' } as MailContent)
        .text.split('\n\n')[1]!
        .split('\n')[0]!,
    );
  },
);

const linesOf = (content: MailContent) => compose(content).text.split('\n\n')[1]!.split('\n');

test('a mailed code says for which device it is, or that it begins the second factor', () => {
  const [why, device] = linesOf({ kind: 'second-factor-code', code: '246810', device: '거실 TV' });
  expect(why).toContain('새 기기에서 로그인하려면');
  expect(device).toBe('기기: 거실 TV');
  expect(linesOf({ kind: 'second-factor-code', code: '246810', device: null })).toEqual([
    expect.stringContaining('2단계 인증을 켜려면'),
    '코드는 10분 동안 쓸 수 있어요.',
  ]);
});

test('a mail about a second factor says which one it is now, and when', () => {
  const of = (method: 'none' | 'mail' | 'authenticator') => linesOf({ kind: 'second-factor-changed', method, at: AT });
  expect(of('none')[0]).toContain('껐어요');
  expect(of('mail')[0]).toContain('메일로 보내는 인증 코드');
  expect(of('authenticator')[0]).toContain('인증 앱의 코드');
  for (const method of ['none', 'mail', 'authenticator'] as const) expect(of(method)[1]).toMatch(/^시각: .*21:00/);
});

test.each([
  ['added', '운영자로 추가됐어요'],
  ['link', '새로 정하는 링크가 만들어졌어요'],
  ['used', '링크로 비밀번호와 인증 앱을 정하고'],
  ['role', '역할이 바뀌었어요'],
  ['removed', '이제 운영자가 아니에요'],
  ['token', '프로그램이 쓰는 토큰을 만들었어요'],
  ['sign-in', '콘솔에 로그인했어요'],
] as const)('a notice to staff about %s says whom it is about, who did it, and when', (what, words) => {
  const [line, by, detail, at] = linesOf({ ...STAFF, what, detail: '새 역할: 편성' } as MailContent);
  expect(line).toMatch(/^member@bora\.example 님/);
  expect(line).toContain(words);
  expect([by, detail]).toEqual(['바꾼 사람: owner@bora.example', '새 역할: 편성']);
  expect(at).toMatch(/^시각: .*21:00/);
  expect(linesOf({ ...STAFF, what, by: null } as MailContent)).toHaveLength(2);
});

test('a receipt names the product once, and says what was paid and given back', () => {
  expect(linesOf(RECEIPT)).toEqual([
    '고객센터에 요청하신 영수증이에요.',
    '상품: 여우 · 48시간 대여',
    '금액: 1,500원',
    expect.stringMatching(/^결제: .*21:00/),
    '결제 번호: pay-7',
  ]);
  const refunded = linesOf({
    ...RECEIPT,
    name: '여우 소장',
    refundedAt: '2026-11-21T00:00:00Z',
    paymentId: null,
  } as MailContent);
  expect(refunded).toEqual([
    expect.any(String),
    '상품: 여우 소장',
    '금액: 1,500원',
    expect.stringMatching(/^결제: .*21:00/),
    expect.stringMatching(/^환불: .*09:00/),
  ]);
});

describe('a mail about troubles', () => {
  const job = { kind: 'job', detail: 'publishing', since: AT } as const;
  const other = { kind: 'crash', detail: 'publishing', since: AT } as const;

  test('names the job, since when, and what to do', () => {
    const { subject, text } = compose({ kind: 'troubles', started: [job], ended: [] });
    expect(subject).toBe(`[보라 콘솔] ${TROUBLE_NAMES.job}: ${JOB_NAMES['publishing']}`);
    expect(text).toContain(`${TROUBLE_NAMES.job}: ${JOB_NAMES['publishing']} (`);
    expect(text).toMatch(/21:00부터, 한국 시간\)/);
    expect(text).toContain(REMEDIES.job);
  });

  test('has nothing of a detail that apps write', () => {
    const { subject, text } = compose({ kind: 'troubles', started: [other], ended: [] });
    expect(subject).toBe(`[보라 콘솔] ${TROUBLE_NAMES.crash}`);
    expect(text).not.toContain(JOB_NAMES['publishing']);
  });

  test('counts the others, and says what is over', () => {
    const { subject, text } = compose({ kind: 'troubles', started: [job], ended: [other] });
    expect(subject).toMatch(/ 외 1건$/);
    expect(text).toContain(`해결됐어요: ${TROUBLE_NAMES.crash}`);
    const over = compose({ kind: 'troubles', started: [], ended: [other] });
    expect(over.subject).toBe(`[보라 콘솔] 해결됐어요: ${TROUBLE_NAMES.crash}`);
    expect(over.text).not.toContain(REMEDIES.crash);
  });
});
