import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  DEFAULT_ACCESS,
  DEFAULT_RATING,
  MOST_STARTED,
  startInboxFiles,
  type InboxFile,
  type InboxProposal,
  type OwnAccess,
} from '#contract/console/inbox.ts';
import type { ContentRating } from '#contract/profiles.ts';
import { call, messageOf } from '#console/lib/client.ts';
import { targetOf } from '#console/lib/uploads.ts';
import { Problem } from '#console/ui/dialogs.tsx';
import { Choice } from '#console/ui/fields.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { RatingWarning } from './inbox-facts.tsx';
import { ACCESS_NAMES, RATING_NAMES } from './inbox-texts.ts';
import { hasSaidRating, sureTitles } from './sure-titles.ts';

interface Terms {
  rating: ContentRating;
  access: OwnAccess;
}

/** Starts all files of a title; a call takes a part of a long one. */
async function startTitle({ title, name, content_rating: said, access, ...proposal }: InboxProposal, terms: Terms) {
  const rating = hasSaidRating(proposal) ? said : terms.rating;
  let target = title === null ? { name: name!, content_rating: rating } : { id: title.id };
  const ids: string[] = [];
  for (let start = 0; start < proposal.episodes.length; start += MOST_STARTED) {
    const episodes = proposal.episodes
      .slice(start, start + MOST_STARTED)
      .map(({ file_id: id, number, subject }) => ({ file_id: id, number: number!, subject }));
    const { title_id: id, job_ids: jobs } = await call(startInboxFiles, {
      body: { title: target, access: title === null ? terms.access : access, episodes },
    });
    target = { id };
    ids.push(...jobs);
  }
  return ids;
}

interface SureTitlesProps {
  /** As the cards below show them. */
  proposals: readonly InboxProposal[];
  files: ReadonlyMap<string, InboxFile>;
  canProveAge: boolean;
}

/** Starts all titles that leave no doubt with one press; the others keep their cards. */
export function SureTitles({ proposals, files, canProveAge }: SureTitlesProps) {
  const queries = useQueryClient();
  const [terms, setTerms] = useState<Terms>({ rating: DEFAULT_RATING, access: DEFAULT_ACCESS });
  // What was uploaded at a title is looked at: its names say something else, perhaps.
  const sure = sureTitles(proposals, files).filter(({ episodes }) =>
    episodes.every(({ file_id: id }) => targetOf(files.get(id)?.path) === undefined),
  );
  const cntFiles = sure.reduce((sum, { episodes }) => sum + episodes.length, 0);
  const unrated = sure.filter((one) => one.title === null && !hasSaidRating(one));
  const start = useMutation({
    async mutationFn() {
      let cntStarted = 0;
      const problems: string[] = [];
      for (const one of sure)
        try {
          cntStarted += (await startTitle(one, terms)).length;
        } catch (error) {
          // One title does not hold up the others.
          problems.push(`${one.name ?? ''}: ${messageOf(error)}`);
        }
      return { cntStarted, problems };
    },
    onSuccess({ cntStarted }) {
      if (cntStarted > 0) toast(`작업 ${cntStarted}개를 시작했어요.`);
      void queries.invalidateQueries({ queryKey: ['media'] });
    },
  });
  const problems = start.data?.problems ?? [];
  if (sure.length === 0 && problems.length === 0) return null;
  const isIdle = sure.length > 0 && !start.isPending;
  return (
    <form
      className="proposal"
      aria-label="확실한 작품 모두 시작"
      onSubmit={(event) => {
        event.preventDefault();
        if (isIdle) start.mutate();
      }}
    >
      <p className="note">
        작품 {sure.length}개는 이름과 번호가 확실해서 아래에서 하나하나 보지 않아도 돼요. 고치던 작품은 세지 않았어요.
      </p>
      {sure.some(({ title }) => title === null) && (
        <div className="proposal-head">
          {unrated.length > 0 && (
            <Choice
              label={`새 작품 ${unrated.length}개의 관람 등급`}
              value={terms.rating}
              options={RATING_NAMES}
              onChange={(rating: ContentRating) => setTerms((all) => ({ ...all, rating }))}
            />
          )}
          <Choice
            label="새 작품의 시청 조건"
            value={terms.access}
            options={ACCESS_NAMES}
            onChange={(access: OwnAccess) => setTerms((all) => ({ ...all, access }))}
          />
        </div>
      )}
      <RatingWarning isShown={unrated.length > 0 && terms.rating === '19' && !canProveAge} />
      {problems.map((problem) => (
        <Problem key={problem}>{problem}</Problem>
      ))}
      <div className="actions">
        <button
          type="submit"
          className="button primary"
          aria-disabled={!isIdle || undefined}
          data-pending={start.isPending || undefined}
        >
          확실한 작품 {sure.length}개({cntFiles}개 파일) 모두 시작
        </button>
      </div>
    </form>
  );
}
