/**
 * How far a list is scrolled, in rem, for its focused row: the row after it is visible too, and the upper edge cuts none.
 *
 * @param height of the visible part, in rem
 */
export function listShift(rows: readonly HTMLElement[], index: number, height: number): number {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const bottomOf = (row: HTMLElement | undefined) => (row ? row.offsetTop + row.offsetHeight : 0);
  const top = rows[0]?.offsetTop ?? 0;
  const next = rows[Math.min(index + 1, rows.length - 1)];
  const wanted = Math.max(0, bottomOf(next) - top - height * rem);
  // The focused row itself comes first.
  const tops = rows.map(({ offsetTop }) => offsetTop - top);
  const focusedTop = tops[index] ?? 0;
  return Math.min(tops.find((rowTop) => rowTop >= wanted) ?? focusedTop, focusedTop) / rem;
}
