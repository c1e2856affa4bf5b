import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { orderEpisodes } from '#contract/console/title-editing.ts';
import { call, isConflict } from '../lib/client.ts';
import { Sheet } from '../ui/dialogs.tsx';
import { SheetForm } from '../ui/sheet-form.tsx';
import { QueryNothing } from '../ui/page.tsx';
import { toast } from '../ui/toasts.tsx';
import { useEditedTitle, useTitleCache } from './use-title.ts';

const moved = (ids: readonly number[], from: number, to: number): number[] => {
  const rest = ids.filter((_, position) => position !== from);
  return [...rest.slice(0, to), ids[from]!, ...rest.slice(to)];
};

/** The episodes in another order; nothing is written before it is saved. */
export function EpisodeOrder({ id, onClose }: { id: string; onClose(): void }) {
  const found = useEditedTitle(id);
  const { readAgain, take } = useTitleCache();
  const [mine, setMine] = useState<readonly number[] | null>(null);
  const title = found.data;
  const save = useMutation({
    mutationFn: async (ids: number[]) =>
      take(await call(orderEpisodes, { params: { id }, body: { version: title!.order_version, ids } })),
    onSuccess: () => {
      toast('순서를 바꿨어요.');
      onClose();
    },
    onError: async (error) => {
      if (!isConflict(error)) return;
      const now = await readAgain(id);
      const known = now.episodes.map((episode) => episode.id);
      // One's own order stays, with the episodes that are there now.
      setMine((ids) => [
        ...(ids ?? []).filter((one) => known.includes(one)),
        ...known.filter((one) => !ids?.includes(one)),
      ]);
    },
  });
  const ids = mine ?? title?.episodes.map((episode) => episode.id) ?? [];
  const nameOf = (episodeId: number) => {
    const { fields } = title?.episodes.find((episode) => episode.id === episodeId) ?? {
      fields: {} as Record<string, unknown>,
    };
    return `${String(fields['episode_num'])} ${String(fields['subject'])}`;
  };
  return (
    <Sheet title="회차 순서" isOpen onClose={onClose}>
      {!title ? (
        <QueryNothing query={found} />
      ) : (
        <SheetForm
          save={save}
          problem={
            isConflict(save.error)
              ? '그사이 다른 사람이 회차를 바꿨어요. 지금 회차에 내 순서를 맞춰 두었으니 보고 다시 저장해 주세요.'
              : null
          }
          verb="순서 저장"
          onSubmit={() => save.mutate([...ids])}
          onClose={onClose}
        >
          <ol className="order">
            {ids.map((episodeId, position) => (
              <li key={episodeId}>
                <span>{nameOf(episodeId)}</span>
                <Button
                  className="button small"
                  aria-label={`${nameOf(episodeId)} 위로`}
                  isDisabled={position === 0}
                  onPress={() => setMine(moved(ids, position, position - 1))}
                >
                  ↑
                </Button>
                <Button
                  className="button small"
                  aria-label={`${nameOf(episodeId)} 아래로`}
                  isDisabled={position === ids.length - 1}
                  onPress={() => setMine(moved(ids, position, position + 1))}
                >
                  ↓
                </Button>
              </li>
            ))}
          </ol>
        </SheetForm>
      )}
    </Sheet>
  );
}
