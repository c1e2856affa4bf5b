import { afterAll, beforeAll, expect, inject } from 'vitest';
import { serverUrl, setServerUrl } from './server-url.ts';

beforeAll(async () => {
  const answer = await fetch(inject('serverDesk'), { method: 'POST' });
  expect(answer.status).toBe(200);
  setServerUrl(await answer.text());
});

afterAll(async () => {
  await fetch(`${inject('serverDesk')}${encodeURIComponent(serverUrl())}`, { method: 'DELETE' });
});
