import { expect } from 'vitest';
import { serverUrl } from '#tests/support/server/server-url.ts';

/** Presses a button of a payment page, as a phone does. */
export async function answerCheckout(checkoutUrl: string | null, action: 'approve' | 'cancel'): Promise<void> {
  const path = new URL(checkoutUrl ?? 'none:').pathname;
  const page = await fetch(`${serverUrl()}${path}`);
  const cookie = page.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const token = /name="form_token" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const answer = await fetch(`${serverUrl()}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    body: new URLSearchParams({ form_token: token, action }).toString(),
  });
  expect(answer.status).toBe(303);
}
