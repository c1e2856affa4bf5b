import type { InboxProposal } from '#contract/console/inbox.ts';
import { noticeText } from '#console/pages/media/media-texts.ts';

type Fact = InboxProposal['facts'][number];

const FIELD_NAMES: Readonly<Record<string, string>> = {
  name: '제목',
  originalName: '원제',
  synopsis: '줄거리',
  contentRating: '관람 등급',
  airedAt: '방영',
  year: '연도',
  genres: '장르',
  director: '감독',
  studio: '제작',
  cast: '출연',
  score: '평점',
  ids: '다른 곳의 번호',
  subject: '제목',
};
/** The name and the number are fields of the card itself. */
const SHOWN_ELSEWHERE = new Set(['season', 'number']);
const LONGEST = 160;

/** Facts as the console shows them: cut, and those that the card does not show elsewhere. */
export const shownFacts = (facts: readonly Fact[]): { name: string; text: string }[] =>
  facts
    .filter(({ field }) => !SHOWN_ELSEWHERE.has(field) && FIELD_NAMES[field] !== undefined)
    .map(({ field, text }) => ({
      name: FIELD_NAMES[field]!,
      text: text.length > LONGEST ? `${Array.from(text).slice(0, LONGEST).join('')}…` : text,
    }));

/** Shows the facts that metadata files give for the title, and the problems found in those files. */
export function TitleFacts({ proposal, isNew }: { proposal: InboxProposal; isNew: boolean }) {
  const { facts, metadata, notices } = proposal;
  const shown = shownFacts(facts);
  const isFromNames = metadata.length === 0;
  return (
    <>
      {shown.length > 0 && isFromNames && isNew && (
        <p className="note">이름에서 읽은 것: {shown.map(({ name, text }) => `${name} ${text}`).join(', ')}</p>
      )}
      {shown.length > 0 && !isFromNames && (
        <details className="metadata-facts" open={isNew}>
          <summary>
            {`${isNew ? '정보 파일에서 가져올 것' : '정보 파일의 내용: 이미 있는 작품에는 쓰지 않아요'} (${metadata.join(', ')})`}
          </summary>
          <dl>
            {shown.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {notices.map((notice) => (
        <p key={`${notice.code} ${JSON.stringify(notice.params)}`} className="note warn">
          {noticeText(notice)}
        </p>
      ))}
    </>
  );
}

/** Lists the facts and the picture that the episode takes from files beside its video. */
export function EpisodeFacts({ facts, still }: { facts: readonly Fact[]; still: string | null }) {
  const taken = [...shownFacts(facts).map(({ name }) => name), ...(still === null ? [] : ['그림'])];
  return taken.length === 0 ? null : <span className="note">정보 파일에서 {taken.join(', ')}</span>;
}

/** Warns about a title that nobody could watch. */
export const RatingWarning = ({ isShown }: { isShown: boolean }) =>
  isShown ? (
    <p className="note warn" role="status">
      나이를 확인할 방법이 없는 서버라서 청소년 관람불가 작품은 아무도 볼 수 없어요. 다른 등급을 고르거나, 기술
      담당자에게 본인 확인 연결을 부탁해 주세요.
    </p>
  ) : null;
