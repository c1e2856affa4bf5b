/** Names of U+00A0 to U+00FF, in order. HTML reads them without a semicolon too. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo ' +
  'frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve ' +
  'Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ' +
  'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Entities that HTML reads without a semicolon. */
const LOOSE: ReadonlyMap<string, string> = new Map([
  ...LATIN.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
  ...(['amp', 'AMP'] as const).map((name) => [name, '&'] as const),
  ...(['lt', 'LT'] as const).map((name) => [name, '<'] as const),
  ...(['gt', 'GT'] as const).map((name) => [name, '>'] as const),
  ...(['quot', 'QUOT'] as const).map((name) => [name, '"'] as const),
]);

const STRICT: ReadonlyMap<string, string> = new Map([
  ...LOOSE,
  ...Object.entries({
    apos: "'",
    lrm: '\u200e',
    rlm: '\u200f',
    zwj: '\u200d',
    zwnj: '\u200c',
    ensp: '\u2002',
    emsp: '\u2003',
    thinsp: '\u2009',
    ndash: '–',
    mdash: '—',
    horbar: '―',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    lsaquo: '‹',
    rsaquo: '›',
    hellip: '…',
    bull: '•',
    dagger: '†',
    Dagger: '‡',
    permil: '‰',
    prime: '′',
    Prime: '″',
    euro: '€',
    trade: '™',
    larr: '←',
    uarr: '↑',
    rarr: '→',
    darr: '↓',
    harr: '↔',
    rArr: '⇒',
    hArr: '⇔',
    infin: '∞',
    ne: '≠',
    le: '≤',
    ge: '≥',
    minus: '−',
    radic: '√',
    sum: '∑',
    hearts: '♥',
    spades: '♠',
    clubs: '♣',
    diams: '♦',
    sung: '♪',
    flat: '♭',
    natural: '♮',
    sharp: '♯',
    star: '☆',
    starf: '★',
    phone: '☎',
    female: '♀',
    male: '♂',
    check: '✓',
    cross: '✗',
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    Yuml: 'Ÿ',
    fnof: 'ƒ',
    circ: 'ˆ',
    tilde: '˜',
    alpha: 'α',
    beta: 'β',
    gamma: 'γ',
    delta: 'δ',
    lambda: 'λ',
    mu: 'μ',
    pi: 'π',
    sigma: 'σ',
    omega: 'ω',
    Delta: 'Δ',
    Sigma: 'Σ',
    Omega: 'Ω',
    num: '#',
    dollar: '$',
    percnt: '%',
    lpar: '(',
    rpar: ')',
    ast: '*',
    plus: '+',
    comma: ',',
    period: '.',
    sol: '/',
    colon: ':',
    semi: ';',
    equals: '=',
    quest: '?',
    excl: '!',
    commat: '@',
    lsqb: '[',
    rsqb: ']',
    bsol: '\\',
    lowbar: '_',
    lcub: '{',
    rcub: '}',
    verbar: '|',
    grave: '`',
    Hat: '^',
  }),
]);

/** What HTML reads for the numbers 128 to 159, which are controls of Unicode and letters of Windows. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** The longest loose name. */
const LONGEST_LOOSE = 6;

function characterOf(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return WINDOWS[code - 0x80] ?? '\uFFFD';
  if (code === 0 || code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)) return '\uFFFD';
  // A line break or another control is white space.
  return code < 0x20 ? ' ' : String.fromCodePoint(code);
}

function looseOf(name: string): string | undefined {
  for (let length = Math.min(LONGEST_LOOSE, name.length); length > 1; length -= 1) {
    const found = LOOSE.get(name.slice(0, length));
    if (found !== undefined) return found + name.slice(length);
  }
  return undefined;
}

/**
 * Decodes character references. Unknown ones stay as they are written.
 *
 * @param isHtml whether some may lack their semicolon, as in HTML and WebVTT.
 */
export const decodeEntities = (text: string, isHtml: boolean): string =>
  text.replace(
    /&(?:#x([0-9a-f]{1,8})|#(\d{1,8})|([a-z][a-z0-9]{1,30}))(;?)/gi,
    (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined, end: string) => {
      if (end === '' && !isHtml) return whole;
      if (name === undefined) return characterOf(Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16));
      const exact = STRICT.get(name) ?? STRICT.get(name.toLowerCase());
      if (end === ';' && exact !== undefined) return exact;
      const loose = isHtml ? looseOf(name) : undefined;
      return loose === undefined ? whole : loose + end;
    },
  );
