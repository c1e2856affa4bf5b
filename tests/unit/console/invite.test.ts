// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { inviteAccount } from '#contract/console/account-import.ts';
import { InviteDialog } from '#console/pages/accounts/invite.tsx';
import { sampleOf } from '#tests/support/sample.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['without the name that is left empty', ' ', { email: 'new@bora.example' }],
  ['with the name as it is typed', ' 미나 ', { email: 'new@bora.example', name: '미나' }],
])('an invitation is sent %s', async (_, name, expected) => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Promise.resolve(Response.json(sampleOf(inviteAccount.reply)));
  });
  // Dialogs ask for it, and jsdom has none.
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  const client = new QueryClient();
  const dialog = createElement(InviteDialog, { onClose: () => undefined });
  await act(async () => void render(createElement(QueryClientProvider, { client }, dialog)));
  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type(/^이메일/, ' New@Bora.Example ');
  type(/^프로필 이름/, name);
  await act(async () => void fireEvent.submit(screen.getByLabelText(/^이메일/).closest('form')!));
  await vi.waitFor(() => expect(sent).toEqual([expected]));
});
