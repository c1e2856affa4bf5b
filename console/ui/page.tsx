import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { MOST_COUNTED } from '#contract/console/counts.ts';
import { messageOf } from '../lib/client.ts';
import { addressOf } from '../lib/route.ts';
import { countText } from '../lib/format.ts';

/** The head of a page; its name is also the name of the browser's tab. */
export function Head({ title, back, children }: { title: string; back?: ReactNode; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · 보라 콘솔`;
  }, [title]);
  return (
    <header className="head">
      <div>
        {back}
        <h1>{title}</h1>
      </div>
      <div className="tools">{children}</div>
    </header>
  );
}

export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'quiet';

/** A state as a word with a mark of its tone; the word alone says everything. */
export const State = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`state ${tone}`}>{children}</span>
);

/** A state by its tone and its word. */
export const Mark = ({ of: [tone, name] }: { of: readonly [Tone, string] }) => <State tone={tone}>{name}</State>;

export interface PagerProps {
  path: string;
  query: Readonly<Record<string, string>>;
  count: number;
  limit: number;
}

/** Links to the pages of a list. */
export function Pager({ path, query, count, limit }: PagerProps) {
  const page = Math.max(1, Number(query['page']) || 1);
  const last = Math.max(1, Math.ceil(count / limit));
  const to = (number: number) => addressOf(path, { ...query, page: number === 1 ? undefined : number });
  if (count === 0) return null;
  if (count <= limit && page === 1) return <p className="pager">{countText(count)}개</p>;
  return (
    <nav className="pager" aria-label="쪽">
      {page > 1 ? <a href={to(page - 1)}>이전</a> : <span aria-disabled="true">이전</span>}
      <span>
        {page} / {last}
      </span>
      {page < last ? <a href={to(page + 1)}>다음</a> : <span aria-disabled="true">다음</span>}
      <span className="muted">
        {count < MOST_COUNTED ? `${countText(count)}개` : `${countText(MOST_COUNTED - 1)}개 넘게`}
      </span>
    </nav>
  );
}

/** Drawn in place of rows: loading, an error with a retry, or `children` for an empty list. */
export function Nothing({ isPending, error, onRetry, children }: NothingProps) {
  if (isPending)
    return (
      <p className="nothing" aria-busy="true">
        불러오는 중…
      </p>
    );
  if (error !== undefined)
    return (
      <div className="nothing" role="alert">
        <p>{error}</p>
        <Button className="button" onPress={onRetry}>
          다시 시도
        </Button>
      </div>
    );
  return (
    <p className="nothing">
      <span>{children}</span>
    </p>
  );
}

interface NothingProps {
  isPending: boolean;
  error: string | undefined;
  onRetry(): void;
  children: ReactNode;
}

interface QueryNothingProps {
  query: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>;
  /** What an empty list says. */
  children?: ReactNode;
}

/** `Nothing` for the answer of a query. */
export const QueryNothing = ({ query: { isPending, error, refetch }, children }: QueryNothingProps) => (
  <Nothing isPending={isPending} error={error ? messageOf(error) : undefined} onRetry={() => void refetch()}>
    {children}
  </Nothing>
);

/** A column's title that sorts by it. */
export function SortHead({ name, by, path, query, children }: SortHeadProps) {
  const isSorted = (query['sorting'] ?? 'id') === by;
  const isDown = query['direction'] === 'down';
  const next = addressOf(path, {
    ...query,
    page: undefined,
    sorting: by === 'id' ? undefined : by,
    direction: isSorted && !isDown ? 'down' : undefined,
  });
  return (
    <th scope="col" className={name} aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}>
      <a href={next}>
        {children}
        <span aria-hidden="true">{isSorted ? (isDown ? ' ↓' : ' ↑') : ''}</span>
      </a>
    </th>
  );
}

interface SortHeadProps {
  name?: string;
  by: string;
  path: string;
  query: Readonly<Record<string, string>>;
  children: ReactNode;
}
