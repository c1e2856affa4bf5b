import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { toast } from '#console/ui/toasts.tsx';
import { setLastBulk, useLastBulk } from './bulk-store.ts';
import { BULK_CALLS, undoBulk } from './run-bulk.ts';

/** What the last change of many titles did, with one button that takes all of it back. */
export function LastBulk() {
  const last = useLastBulk();
  const queries = useQueryClient();
  const undo = useMutation({
    mutationFn: (bulk: NonNullable<typeof last>) => undoBulk(BULK_CALLS, bulk.outcome, () => undefined),
    onSuccess: (refused, { outcome }) => {
      const done = outcome.undos.length - refused.length;
      toast(`작품 ${done}개를 되돌렸어요.`);
      setLastBulk(
        refused.length === 0 ? null : { done: '되돌리지 못했어요.', outcome: { undos: [], unchanged: 0, refused } },
      );
      void queries.invalidateQueries({ queryKey: ['titles'] });
      void queries.invalidateQueries({ queryKey: ['title-form'] });
    },
  });
  if (last === null) return null;
  const { done, outcome } = last;
  const { undos, unchanged, refused } = outcome;
  return (
    <section className="last-bulk" aria-label="마지막으로 바꾼 작품들">
      <div role="status">
        {undos.length > 0 && <p>{`작품 ${undos.length}개: ${done}`}</p>}
        {unchanged > 0 && <p className="muted">{unchanged}개는 이미 그래서 그대로예요.</p>}
        {refused.length > 0 && (
          <>
            <p className="problem">{`${refused.length}개는 ${undos.length > 0 ? '바꾸지 못했어요.' : done}`}</p>
            <ul className="notices">
              {refused.map(({ id, name, message }) => (
                <li key={id}>
                  <a href={`#/titles/${id}`}>{name}</a>: {message}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className="actions">
        {undos.length > 0 && (
          <Button className="button" isPending={undo.isPending} onPress={() => undo.mutate(last)}>
            모두 되돌리기
          </Button>
        )}
        <Button className="button" isDisabled={undo.isPending} onPress={() => setLastBulk(null)}>
          닫기
        </Button>
      </div>
    </section>
  );
}
