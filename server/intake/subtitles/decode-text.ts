import { decodeCp949 } from './encodings/cp949.ts';
import { CANDIDATES, scoreOf } from './encodings/score.ts';

export interface Decoded {
  readonly text: string;
  /** `utf-8`, `utf-16le`, `utf-16be`, `cp949`, or another label of the Encoding Standard. */
  readonly encoding: string;
  /** The language that the encoding and its letters speak for; undefined for Unicode. */
  readonly lang: string | undefined;
  /** Places that could not be decoded. */
  readonly lost: number;
  /** Whether no encoding makes sense of the text. */
  readonly isUnknown: boolean;
}

/** Of UTF-8, this share of the characters outside ASCII is whole even in a damaged file. */
const UTF8_SHARE = 0.7;
/** Bytes that are looked at: a film's subtitles are shorter. */
const SAMPLE_BYTES = 100_000;
/** What the language in a file's name adds to encodings of that language. */
const HINT = 0.3;

/** What Windows has in place of the controls 0x80 to 0x9f. Node 20 reads them as controls, as ISO 8859-1 does. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function decode(bytes: Uint8Array, encoding: string): string {
  if (encoding === 'cp949') return decodeCp949(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  if (encoding !== 'windows-1252') return text;
  return text.replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control);
}

/** Without a list of matches, which a damaged file of 20 MB would make as long as itself. */
function countLetters(text: string): { foreign: number; lost: number } {
  const counts = { foreign: 0, lost: 0 };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) counts.foreign += 1;
    if (code === 0xfffd) counts.lost += 1;
  }
  return counts;
}

const known = (text: string, encoding: string, lang?: string): Decoded => ({
  text,
  encoding,
  lang,
  lost: countLetters(text).lost,
  isUnknown: false,
});

/**
 * Decodes a text file: Unicode by its mark or its form, else the encoding in which the text looks most like a language.
 *
 * @param hint the language that the file's name says, or `und`.
 * @param chosen by an operator who has looked at the text.
 */
export function decodeFile(bytes: Uint8Array, hint = 'und', chosen?: string): Decoded {
  if (chosen !== undefined) {
    const [lang] = Object.keys(CANDIDATES.find(({ encoding }) => encoding === chosen)?.languages ?? {});
    return known(decode(bytes, chosen), chosen, lang);
  }
  const unicode = unicodeOf(bytes);
  if (unicode !== undefined) return known(decode(bytes, unicode), unicode);
  try {
    return known(new TextDecoder('utf-8', { fatal: true }).decode(bytes), 'utf-8');
  } catch {
    // A few damaged bytes do not make it another encoding.
    const text = decode(bytes, 'utf-8');
    const { lost, foreign } = countLetters(text);
    if (foreign > 0 && (foreign - lost) / foreign >= UTF8_SHARE) return known(text, 'utf-8');
  }
  const sample = sampleOf(bytes);
  const primary = hint.split('-')[0];
  let best = { score: Number.NEGATIVE_INFINITY, least: 0, encoding: 'cp949', lang: 'ko' };
  for (const { encoding, languages, least } of CANDIDATES) {
    const text = decode(sample, encoding);
    for (const [lang, weigh] of Object.entries(languages)) {
      const isHinted = lang === hint || (lang.split('-')[0] === primary && !hint.includes('-Han'));
      const score = scoreOf(text, weigh) + (isHinted ? HINT : 0);
      if (score > best.score) best = { score, least, encoding, lang };
    }
  }
  return {
    ...known(decode(bytes, best.encoding), best.encoding, best.lang),
    isUnknown: best.score < best.least,
  };
}

export const decodeText = (bytes: Uint8Array, hint?: string): string => decodeFile(bytes, hint).text;

function unicodeOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = { even: 0, odd: 0 };
  const sample = bytes.subarray(0, 2_000);
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd'] += 1;
  });
  // Digits and line breaks of a subtitle have a zero byte in UTF-16; other encodings have hardly any.
  if (zeros.odd > sample.length * 0.1 && zeros.odd > zeros.even * 2) return 'utf-16le';
  if (zeros.even > sample.length * 0.1 && zeros.even > zeros.odd * 2) return 'utf-16be';
  return undefined;
}

/** The lines that have something outside ASCII. A line break is never part of a character in these encodings. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(Math.min(bytes.length, SAMPLE_BYTES));
  let length = 0;
  let start = 0;
  let isForeign = false;
  for (let at = 0; at <= bytes.length && length < sample.length; at += 1) {
    const byte = bytes[at] ?? 0x0a;
    if (byte >= 0x80) isForeign = true;
    if (byte !== 0x0a) continue;
    if (isForeign) {
      const line = bytes.subarray(start, Math.min(at + 1, start + sample.length - length));
      sample.set(line, length);
      length += line.length;
    }
    start = at + 1;
    isForeign = false;
  }
  return sample.subarray(0, length);
}
