import type { UseQueryResult } from '@tanstack/react-query';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { ApiError } from '#src/api/client/api-error.ts';
import { useFailure } from '#src/features/failures/query-failed.tsx';
import { useFocusEngine } from '#src/focus/index.ts';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import { Placeholder } from '#src/ui/tile/placeholder.tsx';
import styles from './settings-screen.module.css';

export interface QueryPartProps<T> {
  readonly query: UseQueryResult<T>;
  /** Focus key of the placeholder. */
  readonly waitKey: string;
  /** Focus key of the content. */
  readonly listKey: string;
  readonly children: (data: T) => ReactNode;
}

/** A part of a screen that depends on a query: shows a placeholder, then the content, or an error with a retry. */
export function QueryPart<T>({ query, waitKey, listKey, children }: QueryPartProps<T>) {
  const engine = useFocusEngine();
  const failure = useFailure(query);
  const isThere = query.data !== undefined;
  const hadFocus = useRef(false);
  // Move the focus from the placeholder to the content.
  useLayoutEffect(() => {
    if (isThere) {
      if (hadFocus.current) engine.focus(listKey);
      return;
    }
    return () => {
      hadFocus.current = engine.isFocused(waitKey);
    };
  }, [engine, isThere, listKey, waitKey]);
  if (query.data !== undefined) return children(query.data);
  if (!failure) return <Placeholder focusKey={waitKey} className={styles.loading} />;
  return (
    <OptionRow
      focusKey={waitKey}
      label={query.isFetching ? '다시 물어보는 중이에요…' : '다시 시도'}
      detail={failure instanceof ApiError ? failure.message : '불러오지 못했어요.'}
      onPress={() => void query.refetch()}
    />
  );
}
