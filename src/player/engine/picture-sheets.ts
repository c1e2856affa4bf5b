/** Shown, or about to be: one for each more would be ten megabytes of pixels. */
const MOST_SHEETS = 2;

export interface SheetSize {
  readonly width: number;
  readonly height: number;
}

/** A picture that the browser has loaded; it stays in memory while it is referenced. */
export interface LoadedSheet {
  /** Where it is now: addresses change with their ticket, and a loaded picture is not loaded again. */
  readonly url: string;
  readonly size: SheetSize;
  /** Keeps its pixels. */
  readonly image?: unknown;
}

export interface PictureSheetsOptions {
  /** Rejects when the picture cannot be loaded. */
  readonly load: (url: string) => Promise<LoadedSheet>;
  readonly onLoaded: () => void;
  /** Called once for each sheet, although every cue asks for its sheet again. */
  readonly onFailed: (error: unknown) => void;
}

/** The sheets of picture subtitles that are needed now. */
export interface PictureSheets {
  /** Loads the first two of these, and lets all others go. */
  keep(urls: readonly string[]): void;
  find(url: string): LoadedSheet | undefined;
}

export function createPictureSheets({ load, onLoaded, onFailed }: PictureSheetsOptions): PictureSheets {
  /** Null while it is loaded. */
  let kept: ReadonlyMap<string, LoadedSheet | null> = new Map();
  const failed = new Set<string>();
  const put = (url: string, sheet: LoadedSheet | null) => {
    kept = new Map([...Array.from(kept), [url, sheet]]);
  };
  const begin = (url: string) => {
    put(url, null);
    load(url).then(
      (sheet) => {
        if (!kept.has(url)) return;
        put(url, sheet);
        onLoaded();
      },
      // The next cue asks again.
      (error: unknown) => {
        kept = new Map(Array.from(kept).filter(([one]) => one !== url));
        if (failed.has(url)) return;
        failed.add(url);
        onFailed(error);
      },
    );
  };
  return {
    keep(urls) {
      const wanted = Array.from(new Set(urls)).slice(0, MOST_SHEETS);
      kept = new Map(Array.from(kept).filter(([url]) => wanted.indexOf(url) >= 0));
      wanted.filter((url) => !kept.has(url)).forEach(begin);
    },
    find: (url) => kept.get(url) ?? undefined,
  };
}

/** Loads a picture in the browser. */
export const loadSheet = (url: string): Promise<LoadedSheet> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve({ url, size: { width: image.naturalWidth, height: image.naturalHeight }, image });
    image.onerror = () => reject(new Error('the sheet did not load'));
    image.src = url;
  });
