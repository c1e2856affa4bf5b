/** A file in a store that is not a folder of this machine. */
export interface StoredFile {
  size: number;
  modifiedAt: Date;
  /** Changes with the content; in quotes, as HTTP writes it. */
  etag: string;
}

export interface Moving {
  /** Rejects with its reason. What was moved stays, because somebody else may go on with it. */
  signal?: AbortSignal;
  /** @param fraction in [0, 1]. */
  onProgress?: (fraction: number) => void;
}

/** Methods of every store of an operator's clips and pictures. Paths are those of the catalogue's records. */
interface AnyMediaStore {
  has(path: string): Promise<boolean>;
  /** Writes a file that appears only when it is complete. */
  putText(path: string, text: string): Promise<void>;
  putBytes(path: string, bytes: Uint8Array): Promise<void>;
  putFile(path: string, file: string): Promise<void>;
  /** Moves a folder of this machine into the store, in place of what lies at `path`. Manifests appear last. */
  moveIn(folder: string, path: string, moving?: Moving): Promise<void>;
  /** Removes a folder with all its files; does nothing if there is none. */
  removeFolder(path: string): Promise<void>;
  /** @throws MediaStoreError when the store cannot be used. */
  check(): Promise<void>;
}

export interface FolderStore extends AnyMediaStore {
  readonly kind: 'folder';
  /** Base of all paths. */
  readonly folder: string;
}

export interface RemoteStore extends AnyMediaStore {
  readonly kind: 'remote';
  /**
   * Undefined when there is no such file.
   *
   * @param caller whose calls wait in one line; those of others pass it.
   */
  find(path: string, caller?: string): Promise<StoredFile | undefined>;
  /**
   * Reads the bytes from `start` to `end`, both included, in pieces of bounded size.
   *
   * @param file as found before.
   * @param caller as in `find`.
   */
  read(path: string, file: StoredFile, range: { start: number; end: number }, caller?: string): AsyncIterable<Buffer>;
}

/** Stores the clips and pictures of an operator. Every call rejects with a MediaStoreError when the store fails. */
export type MediaStore = FolderStore | RemoteStore;

/** The store does not answer, refuses, or is full. The message is a sentence for the operator. */
export class MediaStoreError extends Error {
  override readonly name = 'MediaStoreError';
}

/** Content types by ending, for browsers that read a store directly. */
const TYPES: Readonly<Record<string, string>> = {
  mpd: 'application/dash+xml',
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
  json: 'application/json',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
};

export const storedTypeOf = (path: string): string =>
  TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
