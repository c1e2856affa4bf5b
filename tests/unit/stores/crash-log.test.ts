import { expect, test } from 'vitest';
import { noteCrash, readCrashes, sendCrashes } from '#src/stores/crash-log.ts';

function createStorage() {
  const values = new Map<string, string>();
  return {
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
  };
}

const AT = Date.UTC(2026, 10, 22, 3);

function errorWith(message: string, stack: string) {
  const error = new Error(message);
  error.stack = `Error: ${message}\n${stack}`;
  return error;
}

test('a crash is stored with its time, version, screen and error', () => {
  const storage = createStorage();
  const error = errorWith(
    'x is undefined',
    '    at open (file:///opt/app/assets/item-a1.js:1:52)\n    at b (item.js:2:1)',
  );
  noteCrash(storage, { error, at: AT, version: '1.2.3', screen: 'item' });
  expect(readCrashes(storage)).toEqual([
    {
      fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/),
      count: 1,
      at: '2026-11-22T03:00:00.000Z',
      version: '1.2.3',
      screen: 'item',
      message: 'x is undefined',
      stack: ['at open (item-a1.js:1:52)', 'at b (item.js:2:1)'],
    },
  ]);
});

test('the log holds the last five crashes, newest first, and counts repetitions', () => {
  const storage = createStorage();
  const note = (message: string) => noteCrash(storage, { error: message, at: AT, version: '1.2.3', screen: 'home' });
  ['a', 'b', 'c', 'd', 'e', 'f', 'c'].forEach(note);
  expect(readCrashes(storage).map(({ message, count }) => `${message}${count}`)).toEqual([
    'c2',
    'f1',
    'e1',
    'd1',
    'b1',
  ]);
});

test('versions are distinguished by their fingerprint', () => {
  const storage = createStorage();
  for (const version of ['1.0.0', '1.0.1']) noteCrash(storage, { error: 'a', at: AT, version, screen: 'home' });
  expect(new Set(readCrashes(storage).map(({ fingerprint }) => fingerprint)).size).toBe(2);
});

test('a stored crash contains no people, addresses, tokens or titles', () => {
  const storage = createStorage();
  const token = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7';
  const error = errorWith(
    `no answer for demo@bora.example of https://tv.example/api/v1/items/10301/?token=${token}, ${token}`,
    `    at load (https://tv.example:8080/assets/home.js?v=${token}:3:14)`,
  );
  noteCrash(storage, { error, at: AT, version: '1.2.3', screen: 'home' });
  const text = JSON.stringify(readCrashes(storage));
  for (const personal of ['demo', 'bora', 'tv.example', '10301', token]) expect(text).not.toContain(personal);
  expect(text).toContain('home.js:3:14');
});

test('a long message is cut, and a value that is not an error is accepted', () => {
  const storage = createStorage();
  for (const error of ['m'.repeat(31).concat(' ').repeat(99), undefined, null, { odd: 1 }])
    noteCrash(storage, { error, at: AT, version: '1.2.3', screen: 'home' });
  expect(readCrashes(storage)).toHaveLength(4);
  expect(Math.max(...readCrashes(storage).map(({ message }) => message.length))).toBeLessThanOrEqual(200);
});

test.each(['{', '[]x', '{"a":1}', '[{"message":1}]'])('a damaged log is read as empty: %s', (text) => {
  const storage = createStorage();
  storage.set('crashes', text);
  expect(readCrashes(storage)).toEqual([]);
});

test('a crash is sent once, and again only as long as no answer came', async () => {
  const storage = createStorage();
  const note = (message: string) => noteCrash(storage, { error: message, at: AT, version: '1.2.3', screen: 'home' });
  const sent: string[] = [];
  const send = (isAnswered: boolean) =>
    sendCrashes(storage, ({ message }) => (sent.push(message), Promise.resolve(isAnswered)));
  note('a');
  note('b');
  await send(false);
  expect(sent).toEqual(['a']);
  await send(true);
  note('a');
  note('c');
  await send(true);
  expect(sent).toEqual(['a', 'a', 'b', 'c']);
});

test('the last crash that was sent is remembered, however many were sent before it', async () => {
  const storage = createStorage();
  const sent: string[] = [];
  const sendAll = () => sendCrashes(storage, ({ message }) => (sent.push(message), Promise.resolve(true)));
  for (let number = 0; number < 30; number += 1) {
    noteCrash(storage, { error: `crash ${'x'.repeat(number)}`, at: AT, version: '1.2.3', screen: 'home' });
    await sendAll();
    await sendAll();
  }
  expect(sent).toHaveLength(30);
});
