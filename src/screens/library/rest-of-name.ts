/** Signs between a title and what follows it. */
const SEPARATORS = new Set(' \u00a0·:,-–—|/');

const isSeparator = (letter: string | undefined) => letter !== undefined && SEPARATORS.has(letter);

/** The part of a product's name that its title does not say: "3화 대여" of "달빛 라온 3화 대여". Empty if none. */
export function restOfName(title: string, product: string): string {
  const at = title === '' ? -1 : product.indexOf(title);
  if (at === -1) return product.trim();
  const [before, after] = [product.slice(0, at), product.slice(at + title.length)];
  // The name of another title that begins with this one: "달빛 라온2".
  if (before === '' && after !== '' && !isSeparator(after[0]) && !'([<《「'.includes(after[0] ?? ''))
    return product.trim();
  return [trimmed(before), trimmed(after)].filter(Boolean).join(' ');
}

function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isSeparator(text[from])) from += 1;
  while (to > from && isSeparator(text[to - 1])) to -= 1;
  return text.slice(from, to);
}
