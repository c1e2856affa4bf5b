import { useSyncExternalStore } from 'react';
import { DetailedError, Upload } from 'tus-js-client';
import { CSRF_HEADER } from '#contract/console/endpoint.ts';
import { consoleErrorReplySchema } from '#contract/console/errors.ts';
import { UPLOAD_PART_BYTES, uploadEndings, UPLOADS_PATH, type InboxFile } from '#contract/console/inbox.ts';
import { getConsoleSession } from '#contract/console/staff.ts';
import { call, currentCsrfToken, keepCsrfToken } from './client.ts';

/** A file that this page sends. */
export interface SentFile {
  readonly key: number;
  readonly path: string;
  readonly bytes: number;
  readonly sent: number;
  /** `stopped`: the server was away for too long, or its disk was full; it can continue. */
  readonly state: 'waiting' | 'sending' | 'stopped' | 'refused';
  readonly problem: string | null;
  /** Id on the server; null until it has one. */
  readonly id: string | null;
  /** The server had a part of it. */
  readonly isContinued: boolean;
}

/** More at once do not make a line faster, and each holds a connection. */
const AT_ONCE = 2;
/** The server may be away for about ten minutes: a restart, an update, a short break of the network. */
const RETRY_MS = [0, 1000, 3000, 5000, ...Array<number>(60).fill(10_000)];
const AWAY = '서버에 연결하지 못했어요. 연결되면 이어서 올려요.';

const endings: ReadonlySet<string> = new Set(Object.values(uploadEndings).flat());
export const ACCEPTED = [...endings].map((ending) => `.${ending}`).join(',');

/** Whether the server takes files with this ending: a chosen folder has others too. */
export const isKnownFile = ({ name }: Pick<File, 'name'>): boolean =>
  !name.startsWith('.') && endings.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase());

export const pathOf = (file: File): string => file.webkitRelativePath || file.name;

const modifiedOf = (file: File) => new Date(file.lastModified).toISOString();

/** Whether a file is the one that the server knows by path, size and time. */
export const isSameFile = (file: File, known: InboxFile): boolean =>
  known.origin === 'upload' &&
  known.bytes === file.size &&
  known.modified_at === modifiedOf(file) &&
  known.path === pathOf(file).normalize('NFC');

interface Entry {
  shown: SentFile;
  upload: Upload;
}

/** Where the operator wants files to go who began their upload at a title or an episode. */
export interface UploadTarget {
  title: { id: number; name: string };
  /** Number of the episode whose video is replaced. */
  number?: string;
}

const TARGETS_KEY = 'bora-upload-targets';
const MOST_TARGETS = 500;

const readTargets = (): Record<string, UploadTarget> => {
  try {
    return JSON.parse(sessionStorage.getItem(TARGETS_KEY) ?? '{}') as Record<string, UploadTarget>;
  } catch {
    return {};
  }
};

/** The server receives files without it, so that it stays in the page: the inbox proposes it. */
export function noteTarget(files: readonly File[], target: UploadTarget): void {
  const added = files.map((file) => [pathOf(file).normalize('NFC'), target] as const);
  const all = [...Object.entries(readTargets()), ...added].slice(-MOST_TARGETS);
  try {
    sessionStorage.setItem(TARGETS_KEY, JSON.stringify(Object.fromEntries(all)));
  } catch {
    // A full storage: the operator chooses the title in the inbox.
  }
}

export const targetOf = (path: string | undefined): UploadTarget | undefined =>
  path === undefined ? undefined : readTargets()[path];

let nextKey = 1;
let entries: readonly Entry[] = [];
let shownFiles: readonly SentFile[] = [];
const listeners = new Set<() => void>();
let onReceived: () => void = () => undefined;

function publish(next: readonly Entry[]): void {
  entries = next;
  shownFiles = next.map(({ shown }) => shown);
  listeners.forEach((tell) => tell());
}

const change = (key: number, changes: Partial<SentFile>) =>
  publish(
    entries.map((entry) => (entry.shown.key === key ? { ...entry, shown: { ...entry.shown, ...changes } } : entry)),
  );

const entryOf = (key: number) => entries.find(({ shown }) => shown.key === key);

const forget = (key: number) => publish(entries.filter(({ shown }) => shown.key !== key));

function startNext(): void {
  const sending = entries.filter(({ shown }) => shown.state === 'sending').length;
  for (const { shown, upload } of entries
    .filter(({ shown: { state } }) => state === 'waiting')
    .slice(0, AT_ONCE - sending)) {
    change(shown.key, { state: 'sending', problem: null });
    upload.start();
  }
}

const statusOf = (error: Error) => (error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0);

function sentenceOf(error: Error): string {
  if (!(error instanceof DetailedError) || !error.originalResponse) return AWAY;
  try {
    return consoleErrorReplySchema.parse(JSON.parse(error.originalResponse.getBody())).message;
  } catch {
    return AWAY;
  }
}

/** Retried by itself: no answer, a server that restarts, and an offset that somebody else has moved. */
const isPassing = (status: number) =>
  status === 0 || status === 409 || status === 423 || (status >= 500 && status !== 507);

async function fail(key: number, error: Error): Promise<void> {
  const entry = entryOf(key);
  if (!entry) return;
  const status = statusOf(error);
  if (status === 401 || status === 403) {
    // Opens the sign-in dialog where the session has ended, and continues afterwards.
    try {
      const before = currentCsrfToken();
      const { csrf_token: token } = await call(getConsoleSession, {});
      keepCsrfToken(token);
      if (status === 401 || token !== before) {
        if (entryOf(key)) entry.upload.start();
        return;
      }
    } catch {
      // The server is away: below.
    }
  }
  const isFinal = status >= 400 && status < 500 && !isPassing(status) && status !== 401;
  change(key, { state: isFinal ? 'refused' : 'stopped', problem: sentenceOf(error) });
  startNext();
}

function toEntry(file: File, known: InboxFile | undefined): Entry {
  const key = nextKey++;
  const path = pathOf(file);
  const upload = new Upload(file, {
    endpoint: UPLOADS_PATH,
    uploadUrl: known ? `${UPLOADS_PATH}${known.id}/` : null,
    chunkSize: UPLOAD_PART_BYTES,
    retryDelays: RETRY_MS,
    // The server knows what it has: another browser can continue as well.
    storeFingerprintForResuming: false,
    removeFingerprintOnSuccess: false,
    metadata: { path, modified_at: modifiedOf(file) },
    onBeforeRequest: (request) => request.setHeader(CSRF_HEADER, currentCsrfToken()),
    onShouldRetry: (error) => isPassing(statusOf(error)),
    onUploadUrlAvailable() {
      // A refused request would make the library forget the address, and begin again after the sign-in.
      upload.options.uploadUrl = upload.url;
      change(key, { id: upload.url?.split('/').at(-2) ?? null });
      onReceived();
    },
    onProgress: (sent) => change(key, { sent, problem: null }),
    onSuccess() {
      forget(key);
      onReceived();
      startNext();
    },
    onError: (error) => void fail(key, error),
  });
  const shown: SentFile = {
    key,
    path,
    bytes: file.size,
    sent: known?.received_bytes ?? 0,
    state: 'waiting',
    problem: null,
    id: known?.id ?? null,
    isContinued: known !== undefined,
  };
  return { shown, upload };
}

/**
 * Sends files, and continues those of which the server has a part.
 *
 * @returns how many of them the server has, or this page sends already.
 */
export function sendFiles(files: readonly File[], known: readonly InboxFile[]): number {
  const added: Entry[] = [];
  for (const file of files) {
    const same = known.find((one) => isSameFile(file, one));
    const isSending = entries.some(({ shown }) => shown.path === pathOf(file) && shown.bytes === file.size);
    if (isSending || (same && same.state !== 'receiving')) continue;
    added.push(toEntry(file, same));
  }
  publish([...entries, ...added]);
  startNext();
  return files.length - added.length;
}

/** Continues what has stopped. */
export function continueFile(key: number): void {
  change(key, { state: 'waiting', problem: null });
  startNext();
}

/** Stops the upload. The server keeps the received part until a call removes it. */
export async function stopFile(key: number): Promise<void> {
  await entryOf(key)?.upload.abort();
  forget(key);
  startNext();
}

/** Calls `tell` when the server has a new file, or all of one. */
export const onInboxChange = (tell: () => void): void => void (onReceived = tell);

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

/** The files that this page sends. */
export const useSentFiles = (): readonly SentFile[] => useSyncExternalStore(subscribe, () => shownFiles);

window.addEventListener('online', () => {
  for (const { shown } of entries) if (shown.state === 'stopped') continueFile(shown.key);
});
window.addEventListener('beforeunload', (event) => {
  if (entries.some(({ shown }) => shown.state === 'sending' || shown.state === 'waiting')) event.preventDefault();
});
