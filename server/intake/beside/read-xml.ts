import { Parser } from 'htmlparser2';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  /** Its own text and that of its children, in order. */
  text: string;
}

export interface Xml {
  /** Elements that no other contains: some files have several. */
  readonly roots: Element[];
  /** Whether the file defines entities. They are never replaced by what it defines. */
  readonly hasEntities: boolean;
  /** Whether the text ends before the last element does. */
  readonly isCut: boolean;
  /** Text outside of all elements. */
  readonly outside: string;
}

/** Files of media centres have six levels and some hundred elements. */
const MOST_LEVELS = 32;
const MOST_ELEMENTS = 20_000;
const LONGEST_TEXT = 20_000;

export class XmlTooLargeError extends Error {
  override readonly name = 'XmlTooLargeError';
}

/**
 * Reads XML as people have it: with an address behind it, without a root, with a bare `&`. Only the five entities of XML and
 * numbers are decoded, and nothing is loaded.
 *
 * @throws XmlTooLargeError
 */
export function readXml(text: string): Xml {
  const hasEntities = /<!ENTITY\b/i.test(text);
  const roots: Element[] = [];
  const open: Element[] = [];
  let elements = 0;
  let outside = '';
  let isCut = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        elements += 1;
        if (elements > MOST_ELEMENTS || open.length >= MOST_LEVELS) throw new XmlTooLargeError();
        const element: Element = { name: name.toLowerCase(), attributes, children: [], text: '' };
        (open.at(-1)?.children ?? roots).push(element);
        open.push(element);
      },
      ontext(part) {
        if (open.length === 0) outside = (outside + part).slice(0, LONGEST_TEXT);
        for (const element of open)
          if (element.text.length < LONGEST_TEXT) element.text += part.slice(0, LONGEST_TEXT - element.text.length);
      },
      onclosetag(_name, isImplied) {
        const element = open.pop();
        // The reader closes what the file leaves open.
        if (isImplied && element && open.length === 0 && !isEmpty(element)) isCut = true;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  // Parts of a bounded size keep the reader's memory small.
  parser.end(hasEntities ? text.replace(/&(?!(?:amp|lt|gt|quot|apos|#\w{1,8});)[\w.-]{1,64};/g, '') : text);
  return { roots, hasEntities, isCut, outside };
}

const isEmpty = ({ text, children }: Element) => text === '' && children.length === 0;

export const childrenOf = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.name === name);

const BLANK = /^\s*$/;

/** The text of the first child of this name that has one. */
export const textOf = (element: Element, ...names: readonly string[]): string | undefined => {
  for (const name of names) {
    const found = childrenOf(element, name).find(({ text }) => !BLANK.test(text));
    if (found) return found.text;
  }
  return undefined;
};
