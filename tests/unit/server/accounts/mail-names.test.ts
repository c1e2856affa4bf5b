import { expect, test } from 'vitest';
import { composeMail } from '#server/mail/compose.ts';
import { plainName } from '#server/lib/plain-name.ts';

test.each([
  ['거실 TV (삼성 TV)', '거실 TV (삼성 TV)'],
  ['QN55.2', 'QN55.2'],
  ['거실\r\n\r\n코드: 123456', '거실 코드: 123456'],
  ['거실\u2028\u2029TV\0', '거실 TV'],
  ['\u202e거실\u2066 TV\u200b', '거실 TV'],
  ['보안 경고 https://evil.example/x (LG TV)', '보안 경고 (LG TV)'],
  ['www.evil 지금 확인', '지금 확인'],
  ['evil.com 지금 확인', '지금 확인'],
  ['evil。com 지금 확인', '지금 확인'],
  ['help@evil.example 문의', '문의'],
  ['evil.example/login 확인', '확인'],
  ['ｈｔｔｐ：／／evil', undefined],
  ['보라 고객센터 ☎ 02-1234-5678', '보라 고객센터 ☎'],
  ['보라 +82 (0)2 123 4567', '보라 +'],
  ['UN55TU8000 2023', 'UN55TU8000 2023'],
  ['http://evil.example', undefined],
  ['\u200b \n', undefined],
  ['\u200d', undefined],
  ['👩\u200d🚀 방', '👩\u200d🚀 방'],
])('shows the name %j as %j', (name, shown) => {
  expect(plainName(name)).toBe(shown);
});

test('shortens a long name', () => {
  expect(plainName('가'.repeat(500))).toBe('가'.repeat(120));
});

test('keeps a device’s name out of every other line of a mail', () => {
  const device = '거실\nBcc: x@evil.example\n\n코드: 999999 https://evil.example';
  const content = { kind: 'new-sign-in', device, at: '2026-11-20T03:00:00Z' } as const;
  const { subject, text, html } = composeMail('a@bora.example', content, 'http://bora.test');
  expect(subject).toBe('[보라] 새 기기에서 로그인했어요');
  expect(text).toContain('\n기기: 거실 Bcc: 코드: 999999\n');
  expect(text + html).not.toContain('evil');
});
