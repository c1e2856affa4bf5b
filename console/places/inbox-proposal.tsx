import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import {
  startInboxAdvertisements,
  startInboxFiles,
  type InboxFile,
  type InboxProposal,
  type OwnAccess,
  type OwnProtection,
} from '#contract/console/inbox.ts';
import { listOperatedTitles } from '#contract/console/titles.ts';
import type { ContentRating } from '#contract/profiles.ts';
import { call, messageOf } from '../lib/client.ts';
import { bytesText } from '../lib/format.ts';
import { Problem } from '../ui/dialogs.tsx';
import { Choice, Field } from '../ui/fields.tsx';
import { RowAction } from '../ui/row-action.tsx';
import { toast } from '../ui/toasts.tsx';
import type { AskedFile } from './inbox-files.tsx';
import { fileNameOf, noticesOf, PICTURE_NAMES, pictureText, soundsText, subtitlesText } from './inbox-texts.ts';

const ACCESS_NAMES: readonly (readonly [OwnAccess, string])[] = [
  ['free', '누구나'],
  ['avod', '이용권 또는 광고'],
  ['membership', '이용권'],
];
const PROTECTION_NAMES: readonly (readonly [OwnProtection | 'none', string])[] = [
  ['none', '없음'],
  ['cenc', '모든 기기 (cenc)'],
  ['cbcs', '새 기기 (cbcs)'],
];
const RATING_NAMES: readonly (readonly [ContentRating, string])[] = [
  ['all', '전체'],
  ['7', '7세'],
  ['12', '12세'],
  ['15', '15세'],
  ['19', '19세'],
];

type Use = 'episode' | 'advertisement';
const USE_NAMES: readonly (readonly [Use, string])[] = [
  ['episode', '작품의 회차'],
  ['advertisement', '광고 영상'],
];

/** A name for comparisons: letters and digits alone. */
const compared = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The key of a card: it stays while files are added or removed, so that the card keeps its edits. */
export const proposalKeyOf = (proposal: InboxProposal) => proposal.name ?? proposal.episodes[0]!.file_id;

interface Edit {
  number?: string;
  subject?: string;
  isLeftOut?: boolean;
}

const numberOf = (text: string) => (/^\d{1,4}(\.\d)?$/.test(text.trim()) ? Number(text) : null);

interface ProposalProps {
  proposal: InboxProposal;
  files: ReadonlyMap<string, InboxFile>;
  onAsk(asked: AskedFile): void;
}

/** The episodes of one title, as their names say, to be corrected before anything is encoded. */
export function ProposalCard({ proposal, files, onAsk }: ProposalProps) {
  const queries = useQueryClient();
  const [name, setName] = useState(proposal.title?.name ?? proposal.name ?? '');
  const [rating, setRating] = useState<ContentRating>('19');
  const [access, setAccess] = useState<OwnAccess>(proposal.access);
  const [protection, setProtection] = useState<OwnProtection | 'none'>('none');
  const [use, setUse] = useState<Use>('episode');
  const isForEpisodes = use === 'episode';
  const [edits, setEdits] = useState<Readonly<Record<string, Edit>>>({});
  const edit = (id: string, changes: Edit) => setEdits((all) => ({ ...all, [id]: { ...all[id], ...changes } }));

  const wanted = useDeferredValue(name.trim());
  const isProposed = proposal.title !== null && compared(wanted) === compared(proposal.title.name);
  const found = useQuery({
    queryKey: ['titles', 'named', wanted],
    queryFn: ({ signal }) => call(listOperatedTitles, { query: { keyword: wanted, limit: '20' } }, { signal }),
    enabled: wanted !== '' && !isProposed,
  });
  const existing = isProposed
    ? proposal.title
    : (found.data?.results.find((title) => compared(title.name) === compared(wanted)) ?? null);

  const episodes = proposal.episodes.map((episode) => {
    const own = edits[episode.file_id] ?? {};
    return {
      ...episode,
      file: files.get(episode.file_id),
      isChosen: own.isLeftOut !== true,
      numberText: own.number ?? (episode.number === null ? '' : String(episode.number)),
      subjectText: own.subject ?? episode.subject ?? '',
    };
  });
  const chosen = episodes.filter(({ isChosen }) => isChosen);
  const problemOf = (one: (typeof episodes)[number]) => {
    if (!one.isChosen || !isForEpisodes) return null;
    const number = numberOf(one.numberText);
    if (number === null) return '회차 번호를 적어 주세요.';
    if (chosen.some((other) => other !== one && numberOf(other.numberText) === number)) return '같은 번호가 둘이에요.';
    return isProposed && one.is_taken && number === one.number ? '작품에 이미 있는 회차예요.' : null;
  };
  const canStart =
    (name.trim() !== '' || !isForEpisodes) && chosen.length > 0 && episodes.every((one) => problemOf(one) === null);

  const start = useMutation({
    mutationFn: () => {
      if (!isForEpisodes)
        return call(startInboxAdvertisements, { body: { file_ids: chosen.map(({ file_id: id }) => id) } });
      return call(startInboxFiles, {
        body: {
          title: existing === null ? { name: name.trim(), content_rating: rating } : { id: existing.id },
          access,
          ...(protection !== 'none' && { protection }),
          episodes: chosen.map(({ file_id: id, numberText, subjectText }) => ({
            file_id: id,
            number: numberOf(numberText)!,
            subject: subjectText.trim() === '' ? null : subjectText.trim(),
          })),
        },
      });
    },
    onSuccess({ job_ids: jobs }) {
      toast(`작업 ${jobs.length}개를 시작했어요.`);
      void queries.invalidateQueries({ queryKey: ['media'] });
    },
  });

  return (
    <form
      className="proposal"
      aria-label={name === '' ? '이름을 모르는 작품' : name}
      onSubmit={(event) => {
        event.preventDefault();
        if (canStart && !start.isPending) start.mutate();
      }}
    >
      <div className="proposal-head">
        <Choice label="쓰임" value={use} options={USE_NAMES} onChange={(next: Use) => setUse(next)} />
        {isForEpisodes && (
          <>
            <Field label="작품 이름" value={name} onChange={setName} maxLength={60} className="name" />
            {existing === null && (
              <Choice
                label="관람 등급"
                value={rating}
                options={RATING_NAMES}
                onChange={(next: ContentRating) => setRating(next)}
              />
            )}
            <Choice
              label="시청 조건"
              value={access}
              options={ACCESS_NAMES}
              onChange={(next: OwnAccess) => setAccess(next)}
            />
            <Choice
              label="암호화"
              value={protection}
              options={PROTECTION_NAMES}
              onChange={(next: OwnProtection | 'none') => setProtection(next)}
            />
          </>
        )}
      </div>
      <p className="note" aria-live="polite">
        {!isForEpisodes
          ? '작품에 속하지 않는 영상이 돼요. 작업이 끝나면 광고에서 고를 수 있어요.'
          : name.trim() === ''
            ? '파일 이름에서 작품 이름을 읽지 못했어요. 적어 주세요.'
            : existing === null
              ? '새 작품을 만들어요.'
              : `있는 작품 ‘${existing.name}’에 더해요.`}
        {isForEpisodes &&
          existing === null &&
          proposal.pictures.length > 0 &&
          ` 그림: ${proposal.pictures.map(({ kind }) => PICTURE_NAMES[kind]).join(', ')}`}
      </p>
      <div className="table-box">
        <table aria-label={`${name || '이름을 모르는 작품'} 회차`}>
          <thead>
            <tr>
              <th scope="col">
                <span className="hidden">고르기</span>
              </th>
              <th scope="col">파일</th>
              {isForEpisodes && (
                <>
                  <th scope="col">회차</th>
                  <th scope="col">제목</th>
                </>
              )}
              <th scope="col" className="end">
                <span className="hidden">빼기</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {episodes.map((one) => {
              const fileName = fileNameOf(one.file?.path ?? '');
              const problem = problemOf(one);
              return (
                <tr key={one.file_id}>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={`${fileName} 시작`}
                      checked={one.isChosen}
                      onChange={({ target }) => edit(one.file_id, { isLeftOut: !target.checked })}
                    />
                  </td>
                  <th scope="row">
                    <span className="path">{fileName}</span>
                    <Findings file={one.file} beside={one.subtitles} />
                  </th>
                  {isForEpisodes && (
                    <>
                      <td data-label="회차">
                        <Field
                          label={`${fileName} 회차 번호`}
                          isLabelHidden
                          placeholder="번호"
                          className="short"
                          inputMode="numeric"
                          value={one.numberText}
                          onChange={(number) => edit(one.file_id, { number })}
                        />
                        {problem !== null && <span className="note bad">{problem}</span>}
                      </td>
                      <td>
                        <Field
                          label={`${fileName} 제목`}
                          isLabelHidden
                          placeholder="제목"
                          value={one.subjectText}
                          maxLength={80}
                          onChange={(subject) => edit(one.file_id, { subject })}
                        />
                      </td>
                    </>
                  )}
                  <td className="end">
                    {one.file && (
                      <RowAction
                        of={fileName}
                        verb={one.file.origin === 'upload' ? '지우기' : '빼기'}
                        onPress={() => onAsk({ file: one.file! })}
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <Problem>{start.error ? messageOf(start.error) : undefined}</Problem>
      <div className="actions">
        <button
          type="submit"
          className="button primary"
          aria-disabled={!canStart || start.isPending || undefined}
          data-pending={!canStart || start.isPending || undefined}
        >
          {chosen.length}개 작업 시작
        </button>
      </div>
    </form>
  );
}

function Findings({ file, beside }: { file: InboxFile | undefined; beside: readonly string[] }) {
  if (!file) return null;
  const { findings, problem } = file;
  const subtitles = findings && subtitlesText(findings);
  return (
    <>
      <span className="note">
        {findings === null ? bytesText(file.bytes) : `${pictureText(findings)} · ${bytesText(file.bytes)}`}
        {file.origin === 'watched' && ' · 감시 폴더'}
      </span>
      {findings !== null && (
        <span className="note">{[soundsText(findings), ...(subtitles === null ? [] : [subtitles])].join(' · ')}</span>
      )}
      {beside.length > 0 && <span className="note">자막 파일 {beside.map(fileNameOf).join(', ')}</span>}
      {findings !== null &&
        noticesOf(findings).map((notice) => (
          <span key={notice} className="note warn">
            {notice}
          </span>
        ))}
      {problem !== null && <span className="note warn">아직 살펴보지 못했어요. 작업이 시작되면 다시 살펴봐요.</span>}
    </>
  );
}
