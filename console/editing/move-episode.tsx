import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lookAtMove, moveEpisode, type EpisodeMove } from '#contract/console/moving.ts';
import type { EditedTitle } from '#contract/console/title-editing.ts';
import { withParticle } from '#contract/rules/particles.ts';
import { call, isConflict, messageOf } from '../lib/client.ts';
import { Sheet } from '../ui/dialogs.tsx';
import { SheetForm } from '../ui/sheet-form.tsx';
import { Field } from '../ui/fields.tsx';
import { toast } from '../ui/toasts.tsx';
import { TitleField } from './title-choice.tsx';
import { useTitleCache } from './use-title.ts';

interface MoveEpisodeProps {
  title: EditedTitle;
  episode: { id: number; version: string; number: string };
  onClose(): void;
}

/** Sentences that tell the operator how a move changes what viewers can watch. */
function consequencesOf(move: EpisodeMove, name: string): string[] {
  return [
    '보던 자리와 시청 기록, 구간, 자막, 소리가 함께 가요. 별점과 감상평, 찜은 작품에 남아요.',
    ...(move.release === 'title-hidden' ? [`‘${name}’ 작품이 공개 전이라 시청자에게 보이지 않게 돼요.`] : []),
    ...(move.release === 'hides' ? ['아직 아무도 보지 못한 회차예요. 옮긴 뒤에 공개해 주세요.'] : []),
    ...(move.is_rated_otherwise ? ['시청 등급이 달라져요.'] : []),
    ...(move.cnt_product > 0 ? [`이 회차만 파는 상품 ${move.cnt_product}개와 그 구매가 함께 가요.`] : []),
    ...(move.cnt_bought > 0
      ? [`지금 작품을 통째로 산 ${move.cnt_bought}명은 이 회차를 볼 권리가 없어져요. 환불은 이용자에서 해요.`]
      : []),
  ];
}

/** Moves an episode to another title. */
export function MoveEpisode({ title: from, episode, onClose }: MoveEpisodeProps) {
  const { readAgain, take } = useTitleCache();
  const [title, setTitle] = useState<{ id: number; name: string } | null>(null);
  const [number, setNumber] = useState(episode.number);
  const params = { id: String(episode.id) };
  const isSame = title?.id === from.id;
  const look = useQuery({
    queryKey: ['titles', 'move', episode.id, title?.id],
    queryFn: ({ signal }) => call(lookAtMove, { params, query: { title_id: String(title!.id) } }, { signal }),
    enabled: title !== null && !isSame,
  });
  const move = useMutation({
    mutationFn: () =>
      call(moveEpisode, { params, body: { version: episode.version, title_id: title!.id, episode_num: number } }),
    onSuccess: async (reply) => {
      window.location.hash = `#/titles/${reply.id}/episodes/${episode.id}`;
      await take(reply);
      await readAgain(from.id);
      toast(`‘${title!.name}’ 작품으로 옮겼어요. 되돌리려면 같은 방법으로 다시 옮겨 주세요.`);
    },
    // Somebody else has changed the episode: the next press sends the version that is read here.
    onError: (error) => (isConflict(error) ? readAgain(from.id) : undefined),
  });
  const isTaken = look.data?.is_number_taken === true && number.trim() === episode.number;
  const canMove = look.data !== undefined && !isSame && !isTaken && number.trim() !== '';
  const problem = isSame
    ? '이미 이 작품의 회차예요. 다른 작품을 골라 주세요.'
    : isTaken
      ? `‘${title!.name}’ 작품에 ${withParticle(episode.number, '이/가')} 이미 있어요. 다른 이름을 적어 주세요.`
      : (move.error ?? look.error) && messageOf(move.error ?? look.error);
  return (
    <Sheet title={`${episode.number} 옮기기`} isOpen onClose={onClose}>
      <SheetForm
        save={move}
        problem={problem}
        isBlocked={!canMove}
        verb="옮기기"
        onSubmit={() => move.mutate()}
        onClose={onClose}
      >
        <TitleField label="옮길 작품" chosen={title} name="" onChoose={({ id, name }) => setTitle({ id, name })} />
        <Field
          label="옮긴 뒤의 회차 이름"
          value={number}
          maxLength={20}
          hint="시즌이 여럿이면 시즌도 함께 적어요. 예: 시즌 2 3화"
          onChange={setNumber}
        />
        {title && look.data && !isSame && (
          <ul className="prose">
            {consequencesOf(look.data, title.name).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </SheetForm>
    </Sheet>
  );
}
