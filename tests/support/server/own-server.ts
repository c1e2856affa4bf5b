import { afterAll, beforeAll, expect, inject } from 'vitest';
import { serverUrl, setServerUrl } from './server-url.ts';

beforeAll(async () => {
  const answer = await fetch(inject('serverControl'), { method: 'POST' });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  setServerUrl(text);
});

afterAll(async () => {
  const answer = await fetch(`${inject('serverControl')}${encodeURIComponent(serverUrl())}`, { method: 'DELETE' });
  expect(answer.status, await answer.text()).toBe(200);
});
