import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeRelease,
  getOperatedTitle,
  type OperatedEpisode,
  type OperatedTitle,
  type ReleaseChange,
  type ReleaseState,
} from '#contract/console/titles.ts';
import { call, isConflict } from '../lib/client.ts';
import { fromFieldTime, timeText, toFieldTime } from '../lib/format.ts';
import { publishedWith } from '../editing/readiness.tsx';
import { Sheet } from '../ui/dialogs.tsx';
import { SheetForm } from '../ui/sheet-form.tsx';
import { Field } from '../ui/fields.tsx';
import { TimeField } from '../ui/time-field.tsx';
import { State, type Tone } from '../ui/page.tsx';
import { toast } from '../ui/toasts.tsx';

export const STATE_NAMES: Record<ReleaseState, string> = {
  published: '공개',
  scheduled: '예약',
  delayed: '연기',
  unpublished: '내림',
  announced: '미정',
  ended: '끝남',
};
const TONES: Record<ReleaseState, Tone> = {
  published: 'good',
  scheduled: 'info',
  delayed: 'warn',
  unpublished: 'quiet',
  announced: 'quiet',
  ended: 'quiet',
};

export const ReleaseBadge = ({ state }: { state: ReleaseState }) => (
  <State tone={TONES[state]}>{STATE_NAMES[state]}</State>
);

export type ReleaseAction = ReleaseChange['action'];

export const ACTION_NAMES: Record<ReleaseAction, string> = {
  publish: '지금 공개',
  schedule: '예약',
  delay: '연기',
  unpublish: '내리기',
};

/** What an operator can do in each state. */
export const ACTIONS: Record<ReleaseState, readonly ReleaseAction[]> = {
  published: ['unpublish'],
  scheduled: ['publish', 'schedule', 'delay', 'unpublish'],
  delayed: ['publish', 'schedule', 'delay', 'unpublish'],
  unpublished: ['publish', 'schedule'],
  announced: ['publish', 'schedule', 'unpublish'],
  ended: ['unpublish'],
};

const EXPLAINED: Record<ReleaseAction, string> = {
  publish: '저장하는 순간부터 모든 시청자에게 보여요.',
  schedule: '이 시각까지 시청자에게는 공개 예정으로 보여요.',
  delay: '시청자에게 새 시각과 안내 문구가 함께 보여요.',
  unpublish: '목록과 검색에서 사라져요. 지금 보고 있는 사람은 끝까지 볼 수 있어요.',
};

const DONE: Record<ReleaseAction, string> = {
  publish: '공개했어요.',
  schedule: '예약했어요.',
  delay: '연기했어요.',
  unpublish: '내렸어요.',
};

export interface ReleaseTarget {
  kind: 'title' | 'episode';
  shown: OperatedTitle | OperatedEpisode;
  name: string;
}

interface ReleaseDialogProps {
  titleId: number;
  /** All episodes, for what goes with the release of a title. */
  episodes: readonly OperatedEpisode[];
  target: ReleaseTarget;
  action: ReleaseAction;
  onClose(): void;
}

const describe = ({ state, at, notice }: Pick<OperatedTitle, 'state' | 'at' | 'notice'>) =>
  [STATE_NAMES[state], at && timeText(at), notice].filter(Boolean).join(' · ');

/** The next full hour, as a beginning. */
const nextHour = () => toFieldTime(new Date(Math.ceil((Date.now() + 1) / 3600_000) * 3600_000).toISOString());

/** Changes a release; when somebody else has changed it in the meantime, shows both before anything is written. */
export function ReleaseDialog({ titleId, episodes, target, action, onClose }: ReleaseDialogProps) {
  const { kind, shown, name } = target;
  const queries = useQueryClient();
  const [at, setAt] = useState(() =>
    shown.at !== null && shown.state !== 'published' ? toFieldTime(shown.at) : nextHour(),
  );
  const [notice, setNotice] = useState(shown.notice ?? '');
  /** The release as somebody else has changed it; null without a conflict. */
  const [theirs, setTheirs] = useState<OperatedTitle | OperatedEpisode | null>(null);
  const needsTime = action === 'schedule' || action === 'delay';

  const changeOf = (version: string | null): ReleaseChange =>
    action === 'delay'
      ? { action, at: fromFieldTime(at), notice, version }
      : action === 'schedule'
        ? { action, at: fromFieldTime(at), version }
        : { action, version };

  const save = useMutation({
    mutationFn: (version: string | null) =>
      call(changeRelease, { params: { kind, id: String(shown.id) }, body: changeOf(version) }),
    onSuccess: (reply) => {
      queries.setQueryData(['titles', String(titleId)], (before: typeof reply | undefined) =>
        kind === 'title'
          ? { title: reply.title, episodes: reply.episodes }
          : before && {
              title: reply.title,
              episodes: before.episodes.map((one) => reply.episodes.find(({ id }) => id === one.id) ?? one),
            },
      );
      void queries.invalidateQueries({ queryKey: ['titles'] });
      toast(`${name}: ${DONE[action]}`);
      onClose();
    },
    onError: async (error) => {
      if (!isConflict(error)) return;
      const current = await call(getOperatedTitle, { params: { id: String(titleId) } });
      queries.setQueryData(['titles', String(titleId)], current);
      setTheirs(kind === 'title' ? current.title : (current.episodes.find(({ id }) => id === shown.id) ?? null));
    },
  });

  const isStale = theirs !== null;
  return (
    <Sheet title={`${name} ${ACTION_NAMES[action]}`} isOpen onClose={onClose}>
      <SheetForm
        save={save}
        conflict={
          theirs && {
            lines: [
              ['처음 본 상태', describe(shown)],
              ['지금 상태', describe(theirs)],
              [
                '내 변경',
                [ACTION_NAMES[action], needsTime && at && timeText(fromFieldTime(at)), action === 'delay' && notice]
                  .filter(Boolean)
                  .join(' · '),
              ],
            ],
          }
        }
        verb={isStale ? '그래도 내 변경 저장' : ACTION_NAMES[action]}
        isDangerous={action === 'unpublish'}
        autoFocus={!needsTime}
        onSubmit={() => save.mutate((theirs ?? shown).version)}
        onClose={onClose}
      >
        {!isStale && <p className="prose">{EXPLAINED[action]}</p>}
        {!isStale && kind === 'title' && action === 'publish' && (
          <ul className="prose">
            {publishedWith(episodes).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {needsTime && <TimeField label="공개 시각" value={at} onChange={setAt} isRequired autoFocus />}
        {action === 'delay' && (
          <Field label="안내 문구" value={notice} onChange={setNotice} isLong isRequired maxLength={200} />
        )}
      </SheetForm>
    </Sheet>
  );
}
