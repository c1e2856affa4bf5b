import { access, constants, copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createLastingFolder } from '../lib/lasting-folder.ts';
import { MediaStoreError, type FolderStore } from './media-store.ts';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error);

/** A removal takes a folder away again as long as it finds something in it. */
const MOST_TRIES = 10;

/** A folder of this machine, or one that several machines mount. */
export function createFolderStore(folder: string): FolderStore {
  const at = (path: string) => join(folder, path);
  const open = createLastingFolder(folder);

  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const code = codeOf(error);
      const advice = code === 'ENOSPC' || code === 'EDQUOT' ? 'Make room' : 'Check that it is mounted and writable';
      throw new MediaStoreError(`The media folder ${folder} cannot be used (${code}). ${advice}.`, { cause: error });
    }
  };

  const makeFolder = async (path: string) => {
    await open();
    await mkdir(path, { recursive: true, mode: 0o700 });
  };

  const put = (path: string, write: (draft: string) => Promise<void>) =>
    attempt(async () => {
      const draft = `${at(path)}.part`;
      const store = async () => {
        await makeFolder(dirname(draft));
        await write(draft);
        await rename(draft, at(path));
      };
      // The folder may be removed in between, with what lies in it.
      for (let tries = 1; ; tries += 1) {
        try {
          return await store();
        } catch (error) {
          if (codeOf(error) !== 'ENOENT' || tries === MOST_TRIES) throw error;
        }
      }
    });

  return {
    kind: 'folder',
    folder,
    has: (path) =>
      stat(at(path)).then(
        (file) => file.isFile(),
        () => false,
      ),
    putText: (path, text) => put(path, (draft) => writeFile(draft, text)),
    putBytes: (path, bytes) => put(path, (draft) => writeFile(draft, bytes)),
    putFile: (path, file) => put(path, (draft) => copyFile(file, draft)),
    moveIn: (from, path) =>
      attempt(async () => {
        await makeFolder(dirname(at(path)));
        await rm(at(path), { recursive: true, force: true });
        await rename(from, at(path));
      }),
    removeFolder: (path) =>
      attempt(async () => {
        await open();
        // A file that is written meanwhile would stop a single try.
        await rm(at(path), { recursive: true, force: true, maxRetries: 3, retryDelay: 10 });
      }),
    check: () =>
      attempt(async () => {
        await open();
        await access(folder, constants.W_OK);
      }),
  };
}
