// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStaffLink } from '#contract/console/staff.ts';
import { LinkPage } from '#console/pages/staff/link.tsx';
import { sampleOf } from '#tests/support/sample.ts';

/* The page of a link that a new member opens. */

const sent: { path: string; body: unknown }[] = [];
let refusal: { code: string; message: string } | null = null;
beforeEach(async () => {
  sent.length = 0;
  refusal = null;
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body) as unknown });
    return Promise.resolve(
      refusal === null ? Response.json(sampleOf(readStaffLink.reply)) : Response.json(refusal, { status: 400 }),
    );
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = createElement(LinkPage, { token: 'the-token', onSignIn: () => undefined });
  await act(async () => void render(createElement(QueryClientProvider, { client }, page)));
  await screen.findByText('계정 준비');
  sent.length = 0;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function send(password: string, again: string): Promise<void> {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type('새 비밀번호', password);
  type('새 비밀번호 확인', again);
  type('인증 코드', '123456');
  await act(async () => void fireEvent.submit(screen.getByLabelText('새 비밀번호').closest('form')!));
}

const STRONG = 'twelve-waves-12';

test.each([
  ['short', STRONG.slice(0, 11), STRONG.slice(0, 11), '비밀번호는 12자 이상'],
  ['typed differently', STRONG, 'twelve-waves-21', '두 비밀번호가 서로 달라요.'],
  ['typed once', STRONG, '', '두 비밀번호가 서로 달라요.'],
])('a password that is %s is not sent, and the page says why', async (_, password, again, problem) => {
  await send(password, again);
  expect(screen.getByText(problem, { exact: false })).toBeDefined();
  expect(sent).toEqual([]);
});

test('a password that is typed twice is sent once, with the code and the token of the link', async () => {
  await send(STRONG, STRONG);
  expect(sent.map(({ body }) => body)).toEqual([{ token: 'the-token', password: STRONG, code: '123456' }]);
});

test('what the server refuses stands where an earlier problem of the passwords stood', async () => {
  await send(STRONG, '');
  refusal = { code: 'AUTH_CODE_INVALID', message: '코드가 맞지 않아요.' };
  await send(STRONG, STRONG);
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([refusal.message]);
});
