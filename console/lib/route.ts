import { useMemo, useSyncExternalStore } from 'react';

/** The part of the address after the hash: `#/titles?state=scheduled` */
const hashOf = () => window.location.hash.slice(1) || '/';

const subscribe = (tell: () => void) => {
  window.addEventListener('hashchange', tell);
  return () => window.removeEventListener('hashchange', tell);
};

/** A broken escape leads to the page for unknown addresses instead of an error. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export interface Route {
  /** `['titles', '12']` */
  parts: readonly string[];
  query: Readonly<Record<string, string>>;
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, hashOf);
  return useMemo(() => {
    const [path = '', search = ''] = hash.split('?');
    return {
      parts: path.split('/').filter(Boolean).map(decoded),
      query: Object.fromEntries(new URLSearchParams(search)),
    };
  }, [hash]);
}

/** `#/titles?state=scheduled`, without empty values. */
export function addressOf(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return `#${path}${pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`}`;
}

/** Replaces the entry of the history: a filter that changes with each letter is not a step back. */
export function replaceAddress(address: string): void {
  window.history.replaceState(null, '', address);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}
