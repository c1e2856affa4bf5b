import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import {
  getModeratedReview,
  judgeReview,
  listModeratedReviews,
  moderationStates,
  type ListedReview,
  type ModeratedReview,
  type ModerationState,
  type ReviewAction,
} from '#contract/console/reviews.ts';
import type { ReportReason } from '#contract/reviews.ts';
import { exportReviews } from '#contract/console/exports.ts';
import { call, isConflict } from '../lib/client.ts';
import { distanceText, timeText } from '../lib/format.ts';
import { addressOf } from '../lib/route.ts';
import { Decisions } from '../ui/decisions.tsx';
import { Sheet } from '../ui/dialogs.tsx';
import { ChoiceFilter, ListPage, useList } from '../ui/list-page.tsx';
import { Head, State } from '../ui/page.tsx';
import { RowAction } from '../ui/row-action.tsx';
import { SheetForm } from '../ui/sheet-form.tsx';
import type { Column } from '../ui/table.tsx';
import { Pictured } from '../ui/title-name.tsx';
import { toast } from '../ui/toasts.tsx';
import { CsvButton } from '../ui/csv-button.tsx';

const PATH = '/reviews';

const STATE_NAMES: Record<ModerationState, string> = { reported: '보이는 글', hidden: '숨긴 글' };
const REASON_NAMES: Record<ReportReason, string> = {
  spoiler: '줄거리 노출',
  abuse: '욕설·비방',
  sexual: '선정적',
  spam: '광고·도배',
  other: '그 밖',
};
const REASONS = Object.keys(REASON_NAMES) as ReportReason[];

const ACTION_NAMES: Record<ReviewAction, string> = { hide: '숨기기', restore: '되돌리기' };
/** What restoring is called while the review is still shown. */
const LEAVE = '그대로 두기';
const nameOf = (action: ReviewAction, { hidden_at: hiddenAt }: ModeratedReview) =>
  action === 'restore' && hiddenAt === null ? LEAVE : ACTION_NAMES[action];

const reasonText = (reasons: ModeratedReview['reasons']) =>
  reasons.map(({ reason, cnt }) => `${REASON_NAMES[reason]} ${cnt}`).join(', ');

const explain = (action: ReviewAction, review: ModeratedReview) => {
  if (action === 'hide')
    return '몇 초 안에 쓴 사람을 뺀 모두에게서 사라져요. 쓴 사람에게는 숨겨졌다고 보여요. 언제든 되돌릴 수 있어요.';
  const reports = review.cnt_report > 0 ? ` 지금까지의 신고 ${review.cnt_report}건은 지워져요.` : '';
  return review.hidden_at === null
    ? `문제가 없는 글로 정해요.${reports} 새로 신고되면 다시 여기에 보여요.`
    : `모두에게 다시 보여요.${reports}`;
};

const stateText = ({ hidden_at: hiddenAt, text }: ModeratedReview) =>
  `${hiddenAt === null ? '보임' : `숨김 ${timeText(hiddenAt)}`} · “${text}”`;

/** Asks before a decision; when the text or the state has changed since, shows both before anything is written. */
function JudgeDialog({ review, action, onClose }: { review: ModeratedReview; action: ReviewAction; onClose(): void }) {
  const queries = useQueryClient();
  /** The review as it is now. */
  const [current, setCurrent] = useState<ModeratedReview | null>(null);
  const seen = current ?? review;
  const judge = useMutation({
    mutationFn: () =>
      call(judgeReview, {
        params: { id: review.id },
        body: { action, version: seen.version, reported_at: seen.reported_at },
      }),
    onSuccess: () => {
      toast(
        action === 'hide'
          ? '감상평을 숨겼어요.'
          : seen.hidden_at === null
            ? '감상평을 그대로 두었어요.'
            : '감상평을 되돌렸어요.',
      );
      onClose();
    },
    onError: async (error) => {
      if (!isConflict(error)) return;
      setCurrent(await call(getModeratedReview, { params: { id: review.id } }));
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['reviews'] }),
  });
  const isDone = current !== null && (current.hidden_at !== null) === (action === 'hide') && current.cnt_report === 0;
  const isHiddenByOther = current !== null && action === 'hide' && current.hidden_at !== null;
  const isOver = isDone || isHiddenByOther;
  return (
    <Sheet title={`감상평 ${nameOf(action, review)}`} isOpen onClose={onClose}>
      <SheetForm
        save={judge}
        conflict={
          current && {
            title: isOver ? '그사이 다른 사람이 먼저 정했어요.' : '그사이 글이나 상태가 바뀌었어요.',
            lines: [
              ['처음 본 상태', stateText(review)],
              ['지금 상태', stateText(current)],
            ],
          }
        }
        verb={isOver ? undefined : current === null ? nameOf(action, review) : `그래도 ${nameOf(action, current)}`}
        isDangerous={action === 'hide'}
        autoFocus
        onSubmit={() => judge.mutate()}
        onClose={onClose}
      >
        {current === null && (
          <>
            <blockquote className="quote">{review.text}</blockquote>
            <p className="prose">{explain(action, review)}</p>
          </>
        )}
      </SheetForm>
    </Sheet>
  );
}

interface Judgement {
  review: ModeratedReview;
  action: ReviewAction;
}

function Reports({ of: { cnt_report: cnt, reported_at: at, reasons } }: { of: ModeratedReview }) {
  if (cnt === 0) return <span className="muted">없음</span>;
  return (
    <>
      <strong>{cnt}건</strong>{' '}
      <span className="note">
        {reasonText(reasons)}
        {at !== null && (
          <>
            {' · '}
            <span title={timeText(at)}>마지막 {distanceText(at)}</span>
          </>
        )}
      </span>
    </>
  );
}

const columnsOf = (ask: (judgement: Judgement) => void): readonly Column<ListedReview>[] => [
  {
    name: '감상평',
    kind: 'name',
    className: 'said',
    cell: ({ text, title, poster, author, created_at: createdAt, updated_at: updatedAt, decisions }) => (
      <Pictured picture={poster}>
        {text}
        <span className="note">
          <a href={addressOf(PATH, { title: title.id })}>{title.name}</a> · {author} · {timeText(createdAt)}
          {updatedAt !== createdAt && ` · 고침 ${timeText(updatedAt)}`}
        </span>
        <Decisions of={decisions} />
      </Pictured>
    ),
  },
  { name: '신고', cell: (review) => <Reports of={review} /> },
  {
    name: '상태',
    cell: ({ hidden_at: hiddenAt, cnt_report: cnt }) =>
      hiddenAt === null ? <State tone={cnt > 0 ? 'warn' : 'good'}>보임</State> : <State tone="quiet">숨김</State>,
  },
  {
    name: '작업',
    kind: 'actions',
    cell: (review) =>
      (review.hidden_at === null ? (['restore', 'hide'] as const) : (['restore'] as const)).map((action) => (
        <RowAction
          key={action}
          of={review.text}
          verb={nameOf(action, review)}
          onPress={() => ask({ review, action })}
        />
      )),
  },
];

export function ReviewsPage({ query }: { query: Readonly<Record<string, string>> }) {
  const [asked, setAsked] = useState<Judgement | null>(null);
  const state = moderationStates.find((each) => each === query['state']);
  const reason = REASONS.find((each) => each === query['reason']);
  const itemId = /^[1-9]\d{0,8}$/.test(query['title'] ?? '') ? query['title'] : undefined;
  const filter = { state, reason, item_id: itemId };
  const reviews = useList({
    path: PATH,
    query,
    key: ['reviews', filter],
    read: (page, settings) => call(listModeratedReviews, { query: { ...filter, ...page } }, settings),
  });
  return (
    <>
      <Head title="감상평">
        {itemId !== undefined && (
          <Button className="button" onPress={() => reviews.filter({ title: undefined })}>
            모든 작품 보기
          </Button>
        )}
        <ChoiceFilter
          label="상태"
          value={state}
          all="모든 상태"
          names={moderationStates.map((each) => [each, STATE_NAMES[each]])}
          onChange={(next) => reviews.filter({ state: next })}
        />
        <ChoiceFilter
          label="이유"
          value={reason}
          all="모든 이유"
          names={REASONS.map((each) => [each, REASON_NAMES[each]])}
          onChange={(next) => reviews.filter({ reason: next })}
        />
      </Head>
      <ListPage
        list={reviews}
        label="감상평"
        className="judged"
        columns={columnsOf(setAsked)}
        csv={<CsvButton of={exportReviews} sent={{ query: filter }} />}
        keyOf={({ id }) => id}
        empty={(state ?? reason ?? itemId) ? '찾는 감상평이 없어요.' : '신고되거나 숨긴 감상평이 없어요.'}
      />
      {asked && <JudgeDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}
