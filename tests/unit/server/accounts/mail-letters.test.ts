import { describe, expect, test } from 'vitest';
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

test.each(['gone', 'price', 'settled', 'endless', 'owned', 'late'] as const)(
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
