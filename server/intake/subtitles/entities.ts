import { LRUCache } from 'lru-cache';
import { Parser } from 'htmlparser2';

/** Most files repeat a few references. */
const decoded = new LRUCache<string, string>({ max: 2000 });

/** Decodes a character reference as HTML does; one that HTML does not know stays. */
function decodeReference(reference: string): string {
  let text = decoded.get(reference);
  if (text !== undefined) return text;
  text = '';
  const parser = new Parser({ ontext: (part) => (text += part) }, { decodeEntities: true });
  parser.end(reference);
  // A line break or another control is white space.
  text = text.replace(/[\0-\x1f]/g, ' ');
  decoded.set(reference, text);
  return text;
}

/** Whether a semicolon is left behind the characters: only a part of the name was known. */
const isPart = (reference: string, text: string) => text.length > 1 && text.endsWith(';') && reference.endsWith(';');

/**
 * Decodes character references. Unknown ones stay as they are written.
 *
 * @param isHtml whether some may lack their semicolon, as in HTML and WebVTT.
 */
export const decodeEntities = (text: string, isHtml: boolean): string =>
  text.replace(/&(?:#x[0-9a-f]{1,8}|#\d{1,8}|[a-z][a-z0-9]{1,31});?/gi, (reference) => {
    if (!reference.endsWith(';') && !isHtml) return reference;
    const [exact, small] = [reference, reference.toLowerCase()].map(decodeReference) as [string, string];
    if (!isPart(reference, exact)) return exact;
    return isPart(reference, small) ? (isHtml ? exact : reference) : small;
  });
