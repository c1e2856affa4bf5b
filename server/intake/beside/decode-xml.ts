import { decodeCp949 } from '../subtitles/encodings/cp949.ts';
import { decodeFile } from '../subtitles/decode-text.ts';

export interface DecodedXml {
  readonly text: string;
  /** As its declaration says it; undefined without one. */
  readonly said: string | undefined;
  /** As it is read. */
  readonly encoding: string;
  /** Whether the file is in another encoding than it says. */
  readonly isMisnamed: boolean;
  /** Whether its letters cannot be read. */
  readonly isUnreadable: boolean;
}

const DECLARED = /^[^<]{0,8}<\?xml[^>]{0,200}\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i;
const HEAD_BYTES = 400;
/** Damaged places that a file may have. */
const MOST_LOST = 3;

/** The name of an encoding as readers know it; undefined for an unknown one. */
function labelOf(said: string | undefined): string | undefined {
  if (said === undefined) return undefined;
  if (/^(?:euc-kr|cp949|ms949|uhc|ks_c_5601-1987|windows-949|x-windows-949)$/i.test(said)) return 'cp949';
  try {
    return new TextDecoder(said).encoding;
  } catch {
    return undefined;
  }
}

const decodeAs = (bytes: Uint8Array, label: string) =>
  label === 'cp949' ? decodeCp949(bytes) : new TextDecoder(label).decode(bytes);

const lostIn = (text: string) => text.split('\uFFFD').length - 1;

/**
 * Decodes an XML file by what its bytes are. Its declaration decides only between encodings of single bytes: those of Unicode
 * cannot be mistaken.
 */
export function decodeXml(bytes: Uint8Array): DecodedXml {
  // NUL stands between the letters of UTF-16.
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1').replaceAll('\0', '');
  const said = DECLARED.exec(head)?.[1];
  const label = labelOf(said);
  const found = decodeFile(bytes);
  const isUnicode = found.encoding.startsWith('utf-');
  if (isUnicode || label === undefined || label.startsWith('utf-')) {
    const isForeign = /[^\0-\x7f]/.test(found.text);
    const isSaid = label === undefined ? isUnicode : label.slice(0, 6) === found.encoding.slice(0, 6);
    return {
      text: found.text.replaceAll('\uFFFD', ''),
      said,
      encoding: found.encoding,
      isMisnamed: isForeign && !isSaid,
      isUnreadable: found.isUnknown || found.lost > MOST_LOST,
    };
  }
  const text = decodeAs(bytes, label);
  const lost = lostIn(text);
  if (lost === 0 || found.isUnknown || found.lost >= lost)
    return {
      text: text.replaceAll('\uFFFD', ''),
      said,
      encoding: label,
      isMisnamed: false,
      isUnreadable: lost > MOST_LOST,
    };
  return {
    text: found.text.replaceAll('\uFFFD', ''),
    said,
    encoding: found.encoding,
    isMisnamed: true,
    isUnreadable: found.lost > MOST_LOST,
  };
}
