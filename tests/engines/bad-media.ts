import { expect } from 'vitest';
import { FRAMES, type EngineTv } from './engine-tv.ts';

/** Pages instead of media, as a hotel's network sends them, end no episode; it goes on when media comes back. */
export async function surviveBadMedia(tv: EngineTv): Promise<void> {
  const { Network } = tv.page.client;
  const page = '<!doctype html><p>Wi-Fi</p>';
  const answer = [
    'HTTP/1.1 200 OK',
    'Access-Control-Allow-Origin: *',
    'Access-Control-Allow-Headers: *',
    'Content-Type: text/html',
    `Content-Length: ${page.length}`,
  ].join('\r\n');
  let isFaulty = false;
  let pages = 0;
  Network.requestIntercepted(({ interceptionId, request: { method } }) => {
    const isReplaced = isFaulty && method === 'GET';
    if (isReplaced) pages += 1;
    const rawResponse = Buffer.from(`${answer}\r\n\r\n${page}`).toString('base64');
    // A set that gives a segment up cancels its request, also while it waits here.
    Network.continueInterceptedRequest({ interceptionId, ...(isReplaced ? { rawResponse } : {}) }).catch(
      (error: unknown) => {
        if (!String(error).includes('Invalid InterceptionId')) throw error;
      },
    );
  });
  await Network.setRequestInterception({ patterns: [{ urlPattern: '*/media/*' }] });
  const video = `document.querySelector('video')`;
  await tv.page.until(`${video}.currentTime > 0.5`);
  const [address, length] = await tv.page.evaluate<[string, number]>(`[location.hash, ${video}.duration]`);
  isFaulty = true;
  await tv.press('three');
  await tv.page.until(`document.body.textContent.indexOf('네트워크가 끊겼어요') >= 0`);
  const before = pages;
  while (pages < before + 3) await tv.page.evaluate(FRAMES);
  expect(
    await tv.page.evaluate(`[location.hash, ${video}.duration, document.querySelectorAll('[role=dialog]').length]`),
  ).toEqual([address, length, 0]);
  isFaulty = false;
  await tv.page.until(`${video}.currentTime > ${length * 0.3 + 1}`);
  expect(await tv.page.evaluate('location.hash')).toBe(address);
}
