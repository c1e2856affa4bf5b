import { useEffect, useRef, type RefObject } from 'react';

const pathOf = (href: string) => decodeURIComponent(href.slice(2).split('?')[0] ?? '');

/** Rows of a list that is read again appear within this time. */
const WAIT_MS = 3000;

/**
 * Moves the focus to a page when it opens: to the link by which the operator left it last, if the way led back, else to
 * the page's one field or to `main`.
 *
 * @param address of the page, without its filters.
 */
export function useReturnedFocus(main: RefObject<HTMLElement | null>, address: string | undefined): void {
  const left = useRef(new Map<string, string>());
  const current = useRef(address);
  const isFirst = useRef(true);

  useEffect(() => {
    const remember = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
      const href = link?.getAttribute('href');
      if (!href) return;
      // The navigation opens a page at its top; Back and the link above a title restore the focus.
      if (!main.current?.contains(link)) left.current.clear();
      else if (!link!.classList.contains('back') && current.current !== undefined) {
        left.current.set(current.current, href);
        left.current.delete(pathOf(href));
      }
    };
    document.addEventListener('click', remember, true);
    return () => document.removeEventListener('click', remember, true);
  }, [main]);

  useEffect(() => {
    current.current = address;
    const href = address === undefined ? undefined : left.current.get(address);
    if (address !== undefined) left.current.delete(address);
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const { current: page } = main;
    const find = () => (href === undefined ? null : page?.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`));
    const row = find();
    if (row) return row.focus();
    (page?.querySelector<HTMLElement>('[data-starts-here] input') ?? page)?.focus();
    if (!href || !page) return;
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
    const observer = new MutationObserver(() => {
      const late = find();
      if (!late && document.activeElement === page) return;
      stop();
      // Do not move a focus that the operator has moved since.
      if (document.activeElement === page || document.activeElement === document.body) late?.focus();
    });
    observer.observe(page, { childList: true, subtree: true });
    const timer = setTimeout(stop, WAIT_MS);
    return stop;
  }, [main, address]);
}
