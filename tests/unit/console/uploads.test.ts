import { afterAll, beforeEach, expect, test, vi } from 'vitest';

/** An upload as the page's library keeps it; the test answers for the server. */
interface FakeUpload {
  readonly file: { name: string };
  readonly options: { onError(error: Error): void; onSuccess(): void };
  isStarted: boolean;
}

const uploads = vi.hoisted(() => [] as FakeUpload[]);
const refused = vi.hoisted(() => ({ status: 0 }));

vi.mock('tus-js-client', () => {
  class DetailedError extends Error {
    readonly originalResponse = {
      getStatus: () => refused.status,
      getBody: () => JSON.stringify({ code: 'UPLOAD_REFUSED', message: '받을 수 없는 파일이에요.' }),
    };
  }
  class Upload implements FakeUpload {
    isStarted = false;
    readonly file: FakeUpload['file'];
    readonly options: FakeUpload['options'];
    constructor(file: FakeUpload['file'], options: FakeUpload['options']) {
      this.file = file;
      this.options = options;
      uploads.push(this);
    }
    start() {
      this.isStarted = true;
    }
    abort = () => Promise.resolve();
  }
  return { DetailedError, Upload };
});
// A hook outside of a component reads once.
vi.mock('react', () => ({ useSyncExternalStore: (_: unknown, read: () => unknown) => read() }));
vi.stubGlobal('window', { addEventListener: () => undefined });

// Other files use the library itself.
vi.resetModules();
afterAll(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('tus-js-client');
  vi.doUnmock('react');
  vi.resetModules();
});

const { sendFiles, stopFile, useSentFiles } = await import('#console/lib/uploads.ts');
const { DetailedError } = await import('tus-js-client');

const videoOf = (name: string) => ({ name, size: 1, lastModified: 0, webkitRelativePath: '' }) as File;
const started = () => uploads.filter(({ isStarted }) => isStarted).map(({ file }) => file.name);

beforeEach(() => void uploads.splice(0));

const keyOf = (name: string) => useSentFiles().find(({ path }) => path === name)!.key;

test('two files are sent at once, and the next begins when one is complete, refused or stopped', async () => {
  sendFiles(['1.mkv', '2.mkv', '3.mkv', '4.mkv', '5.mkv'].map(videoOf), []);
  expect(started()).toEqual(['1.mkv', '2.mkv']);
  refused.status = 415;
  uploads[0]!.options.onError(new DetailedError('refused'));
  await vi.waitFor(() => expect(started()).toEqual(['1.mkv', '2.mkv', '3.mkv']));
  uploads[1]!.options.onSuccess();
  expect(started()).toEqual(['1.mkv', '2.mkv', '3.mkv', '4.mkv']);
  await stopFile(keyOf('3.mkv'));
  expect(started()).toEqual(['1.mkv', '2.mkv', '3.mkv', '4.mkv', '5.mkv']);
  expect(useSentFiles().map(({ path }) => path)).toEqual(['1.mkv', '4.mkv', '5.mkv']);
});

test('a file that is on its way is not sent again, but another one of its name is', () => {
  const [small, large] = [videoOf('same.mkv'), { ...videoOf('same.mkv'), size: 2 }];
  expect([sendFiles([small], []), sendFiles([small], []), sendFiles([large], [])]).toEqual([0, 1, 0]);
});
