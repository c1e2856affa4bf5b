import type shaka from 'shaka-player';
import type { DrawnSegments } from '#contract/rules/drawn-segments.ts';

/** A small file; without it the pictures come without drawings. Times in ms. */
const RETRY = {
  maxAttempts: 2,
  baseDelay: 300,
  backoffFactor: 1,
  fuzzFactor: 0.5,
  timeout: 5_000,
  stallTimeout: 5_000,
  connectionTimeout: 5_000,
};

/** The used part of Shaka's request (shaka.extern.Request). */
export interface SegmentRequest {
  uris: string[];
  headers: Record<string, string>;
}

/** Where the segments with drawings are, by the file and the first byte of those without. */
export type DrawnTable = ReadonlyMap<string, { readonly drawn: string; readonly ranges: ReadonlyMap<number, string> }>;

/** @returns null for anything but a table. */
export function readDrawnTable(text: string): DrawnTable | null {
  try {
    const { renditions } = JSON.parse(text) as DrawnSegments;
    return new Map(
      renditions.map(({ file, drawn, starts, sizes }) => {
        const ranges = new Map<number, string>();
        let at = 0;
        starts.forEach((start, index) => {
          const size = sizes[index] ?? 0;
          ranges.set(start, `bytes=${at}-${at + size - 1}`);
          at += size;
        });
        return [file, { drawn, ranges }];
      }),
    );
  } catch {
    return null;
  }
}

const FILE = /[^/?#]+(?=[?#]|$)/;

/** Asks for a segment with drawings in place of one without, if there is one. Both have the same place in time. */
export function askForDrawn(request: SegmentRequest, table: DrawnTable): void {
  const start = /^bytes=(\d+)-/.exec(request.headers.Range ?? '')?.[1];
  const [uri = ''] = request.uris;
  const found = table.get(FILE.exec(uri)?.[0] ?? '');
  const range = start === undefined ? undefined : found?.ranges.get(Number(start));
  if (!found || range === undefined) return;
  request.uris = request.uris.map((one) => one.replace(FILE, found.drawn));
  request.headers.Range = range;
}

/** @returns null for an answer that is no table. @throws Shaka's error */
export async function loadDrawnTable(
  { net, util }: typeof shaka,
  player: shaka.Player,
  url: string,
): Promise<DrawnTable | null> {
  const request = net.NetworkingEngine.makeRequest([url], RETRY);
  const answer = await player.getNetworkingEngine()?.request(net.NetworkingEngine.RequestType.APP, request).promise;
  return answer ? readDrawnTable(util.StringUtils.fromUTF8(answer.data)) : null;
}
