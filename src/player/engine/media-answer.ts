/*
 * Whether an answer can be what was requested. Captive portals and confused caches answer 200 with a page of HTML or with
 * nothing. Shaka appends such bytes without an error and takes the segment for loaded: the video would lack it, and with
 * all later ones it would end there.
 *
 * answer                                          | manifest    | picture, sound | subtitles, others
 * ------------------------------------------------|-------------|----------------|------------------
 * 204, 205, or an empty body                      | refused     | refused        | refused
 * fewer bytes than its headers or the request say | refused     | refused        | refused
 * starts like media                               | refused     | accepted       | accepted
 * text                                            | a manifest  | refused        | WebVTT, TTML, SRT, SSA
 * anything else, such as encrypted segments       | refused     | by its type    | accepted
 *
 * Bytes of the right length that cannot be decoded are a damaged stream, which the decoder reports.
 */

export type MediaKind = 'manifest' | 'media' | 'other';

export interface MediaAnswer {
  readonly status?: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly data: ArrayBuffer | ArrayBufferView;
  /** The request's `Range`, if it has one. */
  readonly range?: string | undefined;
}

/** As many bytes as tell text from media, and as many as the root of a document is searched in. */
const TEXT_BYTES = 64;
const ROOT_BYTES = 65_536;

const FOREIGN_TYPE =
  /^(?:image\/|text\/(?:html|css|javascript|xml)\b|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b)/i;

/** First boxes of ISO files and segments. */
const BOXES = ['ftyp', 'styp', 'moov', 'moof', 'sidx', 'mdat', 'emsg', 'prft', 'free', 'skip', 'uuid', 'pssh', 'ssix'];

/** Why the answer is not what was requested, for the log; null when it may be. */
export function answerFault(kind: MediaKind, answer: MediaAnswer): string | null {
  const bytes = bytesOf(answer.data);
  if (answer.status === 204 || answer.status === 205 || bytes.length === 0) return 'no content';
  if (bytes.length < promisedBytes(answer)) return 'cut short';
  if (kind === 'manifest') return isManifest(textOf(bytes, ROOT_BYTES)) ? null : 'no manifest';
  if (startsLikeMedia(bytes)) return null;
  if (isText(bytes)) return kind === 'other' && isSubtitle(textOf(bytes, ROOT_BYTES)) ? null : 'text';
  return kind === 'media' && FOREIGN_TYPE.test(answer.headers['content-type'] ?? '') ? 'another type' : null;
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Uint8Array =>
  data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** Bytes that the answer must have; 0 when nothing says so. */
function promisedBytes({ headers, range, status }: MediaAnswer): number {
  // The length of a compressed body is another one.
  const length = 'content-encoding' in headers ? 0 : Number(headers['content-length']) || 0;
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(range ?? '') ?? [];
  if (from === undefined || to === undefined) return length;
  // A range that reaches beyond the end of the file is answered up to there.
  const [, last, total] = /^bytes \d{1,15}-(\d{1,15})\/(\d{1,15})$/.exec(headers['content-range'] ?? '') ?? [];
  const isEndOfFile = status === 206 && last !== undefined && Number(last) + 1 === Number(total);
  const end = isEndOfFile ? Math.min(Number(last), Number(to)) : Number(to);
  return Math.max(length, end - Number(from) + 1);
}

/** Characters of the first bytes, one each: enough for the ASCII that is searched. */
function textOf(bytes: Uint8Array, most: number): string {
  // UTF-16 has a zero in every other byte here.
  const codes = Array.from(bytes.subarray(0, most)).filter((byte) => byte !== 0);
  let text = '';
  for (let at = 0; at < codes.length; at += 1_024) text += String.fromCharCode(...codes.slice(at, at + 1_024));
  return text.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').trim();
}

const isHtml = (text: string) => /^<(?:!doctype html|html|head|body|script|title)\b/i.test(text);

const isSubtitle = (text: string) =>
  /^(?:WEBVTT\b|\[Script Info\]|\d{1,9}\s{1,4}\d)/.test(text) ||
  (!isHtml(text) && /<(?:[\w-]{1,20}:)?tt[\s>]/.test(text));

const isManifest = (text: string) =>
  text.indexOf('#EXTM3U') === 0 || (!isHtml(text) && /<(?:[\w-]{1,20}:)?(?:MPD|Patch)[\s>]/.test(text));

/** ISO boxes, Matroska elements, or a transport stream. */
function startsLikeMedia(bytes: Uint8Array): boolean {
  const [first, second, third, fourth] = bytes;
  const box = String.fromCharCode(...Array.from(bytes.subarray(4, 8)));
  if (BOXES.indexOf(box) >= 0) return true;
  const word = [first, second, third, fourth].map((byte) => (byte ?? 0).toString(16)).join(' ');
  return word === '1a 45 df a3' || word === '1f 43 b6 75' || (first === 0x47 && bytes[188] === 0x47);
}

/**
 * Whether the body starts as text in ASCII, UTF-8 or UTF-16; media and encrypted segments have control characters. A zero is
 * one of them, except in UTF-16, which has a mark first.
 */
function isText(bytes: Uint8Array): boolean {
  const hasMark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return Array.from(bytes.subarray(hasMark ? 2 : 0, TEXT_BYTES)).every(
    (byte) =>
      (hasMark && byte === 0) ||
      (byte >= 0x20 && byte !== 0x7f && byte < 0xf5) ||
      byte === 0x09 ||
      byte === 0x0a ||
      byte === 0x0d,
  );
}
