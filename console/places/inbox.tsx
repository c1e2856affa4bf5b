import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button, DropZone, FileTrigger, isFileDropItem, type DropItem } from 'react-aria-components';
import {
  getInbox,
  removeInboxFile,
  startInboxFiles,
  type Inbox,
  type InboxFile,
  type InboxProposal,
  type OwnAccess,
  type OwnProtection,
} from '#contract/console/inbox.ts';
import { listOperatedTitles } from '#contract/console/titles.ts';
import type { ContentRating } from '#contract/profiles.ts';
import { getInbox, removeInboxFile, type Inbox } from '#contract/console/inbox.ts';
import { call, messageOf } from '../lib/client.ts';
import { bytesText, distanceText } from '../lib/format.ts';
import { ACCEPTED, isKnownFile, onInboxChange, sendFiles, stopFile, useSentFiles } from '../lib/uploads.ts';
import { Confirm } from '../ui/dialogs.tsx';
import { Nothing } from '../ui/page.tsx';
import { toast } from '../ui/toasts.tsx';
import { SendingRow, WaitingRow, type AskedFile } from './inbox-files.tsx';
import { ProposalCard, proposalKeyOf } from './inbox-proposal.tsx';
import { fileNameOf } from './inbox-texts.ts';

const KEY = ['media', 'inbox'];
const REFRESH_MS = 3000;
const REFRESH_IDLE_MS = 15_000;

const PROTECTION_NAMES: readonly (readonly [OwnProtection | 'none', string])[] = [
  ['none', '없음'],
  ['cenc', '모든 기기 (cenc)'],
  ['cbcs', '새 기기 (cbcs)'],
];
const ACCESS_NAMES: readonly (readonly [OwnAccess, string])[] = [
  ['free', '무료'],
  ['avod', '광고 보고 무료'],
  ['membership', '멤버십'],
];
const RATING_NAMES: readonly (readonly [ContentRating, string])[] = [
  ['all', '전체'],
  ['7', '7세'],
  ['12', '12세'],
  ['15', '15세'],
  ['19', '19세'],
];

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const percentOf = (part: number, whole: number) => Math.floor((part / Math.max(1, whole)) * 100);
const compared = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

interface Asked {
  file: Pick<InboxFile, 'id' | 'path' | 'origin' | 'state'>;
  key?: number;
}

interface RowProps {
  name: string;
  children: ReactNode;
  actions: ReactNode;
}

const Row = ({ name, children, actions }: RowProps) => (
  <li>
    <div className="path">{name}</div>
    <div>{children}</div>
    <div className="end">{actions}</div>
  </li>
);

function SendingRow({ file, onAsk }: { file: SentFile; onAsk(asked: Asked): void }) {
  const { key, path, bytes, sent, state, problem, id, isContinued } = file;
  const name = nameOf(path);
  return (
    <Row
      name={path}
      actions={
        <>
          {state === 'stopped' && (
            <Button className="button small" aria-label={`${name} 이어서 올리기`} onPress={() => continueFile(key)}>
              이어서 올리기
            </Button>
          )}
          <Button
            className="button small"
            aria-label={`${name} ${state === 'refused' ? '닫기' : '올리기 취소'}`}
            onPress={() =>
              id === null || state === 'refused'
                ? void stopFile(key)
                : onAsk({ file: { id, path, origin: 'upload', state: 'receiving' }, key })
            }
          >
            {state === 'refused' ? '닫기' : '취소'}
          </Button>
        </>
      }
    >
      {state === 'refused' ? (
        <State tone="bad">받지 않았어요</State>
      ) : (
        <div className="progress">
          <progress max={Math.max(1, bytes)} value={sent} aria-label={`${name} 올리기`} />
          <span>
            {state === 'waiting' ? '차례를 기다려요' : state === 'stopped' ? '멈췄어요' : '올리는 중'}{' '}
            {percentOf(sent, bytes)}% · {bytesText(sent)} / {bytesText(bytes)}
            {isContinued && ' · 이어서'}
          </span>
        </div>
      )}
      {problem !== null && <span className="note bad">{problem}</span>}
    </Row>
  );
}

function WaitingRow({ file, onAsk }: { file: InboxFile; onAsk(asked: Asked): void }) {
  const { origin, kind, path, state, problem, bytes, received_bytes: received } = file;
  const isUpload = origin === 'upload';
  const said = () => {
    if (state === 'refused')
      return <State tone="bad">{problem === null ? '받을 수 없어요' : problemText(problem)}</State>;
    if (state === 'received') return <State tone="info">살펴보는 중</State>;
    if (state === 'ready')
      return (
        <>
          <State tone="quiet">{kind === 'picture' ? '그림' : '자막'}</State>
          <span className="note">
            {kind === 'picture'
              ? '같은 폴더의 영상이 들어오면 새 작품의 그림이 돼요.'
              : '이름이 같은 영상이 들어오면 함께 들어가요.'}
          </span>
        </>
      );
    return isUpload ? (
      <>
        <div className="progress">
          <progress max={Math.max(1, bytes)} value={received} aria-label={`${nameOf(path)} 올리기`} />
          <span>
            {percentOf(received, bytes)}%에서 멈췄어요 · {bytesText(received)} / {bytesText(bytes)}
          </span>
        </div>
        <span className="note">같은 파일을 다시 고르면 이어서 올려요. 48시간이 지나면 지워져요.</span>
      </>
    ) : (
      <State tone="info">복사가 끝나기를 기다려요</State>
    );
  };
  return (
    <Row
      name={path}
      actions={
        <Button
          className="button small"
          aria-label={`${nameOf(path)} ${isUpload ? '지우기' : '빼기'}`}
          onPress={() => onAsk({ file })}
        >
          {isUpload ? '지우기' : '빼기'}
        </Button>
      }
    >
      {said()}
    </Row>
  );
}

interface Edit {
  number?: string;
  subject?: string;
  isLeftOut?: boolean;
}

const numberOf = (text: string) => (/^\d{1,4}(\.\d)?$/.test(text.trim()) ? Number(text) : null);

/** The episodes of one title, as their names say, to be corrected before anything is encoded. */
function ProposalCard({ proposal, files, onAsk }: ProposalProps) {
  const queries = useQueryClient();
  const [name, setName] = useState(proposal.title?.name ?? proposal.name ?? '');
  const [rating, setRating] = useState<ContentRating>('19');
  const [access, setAccess] = useState<OwnAccess>(proposal.access);
  const [protection, setProtection] = useState<OwnProtection | 'none'>('none');
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
    if (!one.isChosen) return null;
    const number = numberOf(one.numberText);
    if (number === null) return '회차 번호를 적어 주세요.';
    if (chosen.some((other) => other !== one && numberOf(other.numberText) === number)) return '같은 번호가 둘이에요.';
    return isProposed && one.is_taken && number === one.number ? '작품에 이미 있는 회차예요.' : null;
  };
  const canStart = name.trim() !== '' && chosen.length > 0 && episodes.every((one) => problemOf(one) === null);

  const start = useMutation({
    mutationFn: () =>
      call(startInboxFiles, {
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
      }),
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
        <Field label="작품 이름" value={name} onChange={setName} maxLength={60} />
        {existing === null && (
          <Choice
            label="관람 등급"
            value={rating}
            options={RATING_NAMES}
            onChange={(next: ContentRating) => setRating(next)}
          />
        )}
        <Choice label="보기" value={access} options={ACCESS_NAMES} onChange={(next: OwnAccess) => setAccess(next)} />
        <Choice
          label="암호화"
          value={protection}
          options={PROTECTION_NAMES}
          onChange={(next: OwnProtection | 'none') => setProtection(next)}
        />
      </div>
      <p className="note" aria-live="polite">
        {name.trim() === ''
          ? '파일 이름에서 작품 이름을 읽지 못했어요. 적어 주세요.'
          : existing === null
            ? '새 작품을 만들어요.'
            : `있는 작품 ‘${existing.name}’에 더해요.`}
        {existing === null &&
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
              <th scope="col">회차</th>
              <th scope="col">제목</th>
              <th scope="col" className="end">
                <span className="hidden">빼기</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {episodes.map((one) => {
              const fileName = nameOf(one.file?.path ?? '');
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
                  <td className="end">
                    {one.file && (
                      <Button
                        className="button small"
                        aria-label={`${fileName} ${one.file.origin === 'upload' ? '지우기' : '빼기'}`}
                        onPress={() => onAsk({ file: one.file! })}
                      >
                        {one.file.origin === 'upload' ? '지우기' : '빼기'}
                      </Button>
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

interface ProposalProps {
  proposal: InboxProposal;
  files: ReadonlyMap<string, InboxFile>;
  onAsk(asked: Asked): void;
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
      {beside.length > 0 && <span className="note">자막 파일 {beside.map(nameOf).join(', ')}</span>}
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

function Watched({ watched }: { watched: NonNullable<Inbox['watched']> }) {
  const { looked_at: lookedAt, problem, skipped } = watched;
  return (
    <div className="watched">
      <p className="note">
        감시 폴더를 {lookedAt === null ? '아직 보지 않았어요.' : `${distanceText(lookedAt)}에 봤어요.`}
        {problem !== null && ' 폴더가 비었거나 읽을 수 없어요.'}
      </p>
      {skipped.length > 0 && (
        <details>
          <summary>감시 폴더에서 뺀 것 {skipped.length}개</summary>
          <ul className="notices">
            {skipped.map((line) => (
              <li key={line} lang="en">
                {line}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

async function filesOf(items: readonly DropItem[]): Promise<File[]> {
  const files: File[] = [];
  for (const item of items) if (isFileDropItem(item)) files.push(await item.getFile());
  return files;
}

/** Uploads and the watched folder: what came in, what its names say, and the start of the jobs. */
export function InboxSection() {
  const queries = useQueryClient();
  const sent = useSentFiles();
  const [asked, setAsked] = useState<AskedFile | null>(null);
  const inbox = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(getInbox, {}, { signal, isBackground: queries.getQueryData(KEY) !== undefined }),
    refetchInterval: ({ state: { data } }) =>
      data?.files.some(({ state }) => state === 'received' || state === 'receiving') ? REFRESH_MS : REFRESH_IDLE_MS,
  });
  useEffect(() => onInboxChange(() => void queries.invalidateQueries({ queryKey: KEY })), [queries]);
  const remove = useMutation({
    async mutationFn({ file, key }: AskedFile) {
      if (key !== undefined) await stopFile(key);
      await call(removeInboxFile, { params: { id: file.id } });
    },
    onSuccess(_, { file }) {
      toast(`${fileNameOf(file.path)}: ${file.origin === 'upload' ? '지웠어요.' : '뺐어요.'}`);
      setAsked(null);
      void queries.invalidateQueries({ queryKey: KEY });
    },
  });
  const ask = (next: AskedFile) => {
    remove.reset();
    setAsked(next);
  };
  const { files = [], proposals = [] } = inbox.data ?? {};

  const choose = async (chosen: readonly File[], isFolder: boolean) => {
    const known = isFolder ? chosen.filter(isKnownFile) : chosen;
    // The list may be old: a part that the server has must be found.
    const { data } = await inbox.refetch();
    const cntThere = sendFiles(known, data?.files ?? []);
    const cntOther = chosen.length - known.length;
    if (chosen.length > 0 && known.length === 0) toast('이 폴더에는 영상, 자막, 그림이 없어요.');
    else if (cntThere > 0) toast(`이미 올린 파일 ${cntThere}개는 뺐어요.`);
    else if (cntOther > 0) toast(`영상, 자막, 그림이 아닌 파일 ${cntOther}개는 뺐어요.`);
  };

  const byId = new Map(files.map((file) => [file.id, file]));
  const sentIds = new Set(sent.map(({ id }) => id));
  const used = new Set(proposals.flatMap(({ episodes }) => episodes.map(({ file_id: id }) => id)));
  const usedPaths = new Set(
    proposals.flatMap(({ episodes, pictures }) => [
      ...episodes.flatMap(({ subtitles }) => subtitles),
      ...pictures.map(({ path }) => path),
    ]),
  );
  const rest = files.filter(
    ({ id, kind, path, state }) =>
      !sentIds.has(id) && !used.has(id) && !(state === 'ready' && kind !== 'video' && usedPaths.has(path)),
  );

  return (
    <section className="inbox" aria-labelledby="inbox-title">
      <h2 id="inbox-title">들어온 파일</h2>
      <DropZone
        className="drop"
        getDropOperation={() => 'copy'}
        onDrop={({ items }) => {
          if (items.some(({ kind }) => kind === 'directory')) toast('폴더는 ‘폴더 고르기’로 골라 주세요.');
          void filesOf(items).then((dropped) => (dropped.length > 0 ? choose(dropped, false) : undefined));
        }}
        aria-label="파일을 여기에 놓기"
      >
        <div className="inline">
          <FileTrigger
            allowsMultiple
            acceptedFileTypes={ACCEPTED.split(',')}
            onSelect={(list) => void choose(Array.from(list ?? []), false)}
          >
            <Button className="button primary">파일 고르기</Button>
          </FileTrigger>
          <FileTrigger acceptDirectory onSelect={(list) => void choose(Array.from(list ?? []), true)}>
            <Button className="button">폴더 고르기</Button>
          </FileTrigger>
          <span className="muted">영상과 그 옆의 자막, 그림(poster, wide, backdrop)을 여기에 놓아도 돼요.</span>
        </div>
        {typeof inbox.data?.free_bytes === 'number' && (
          <p className="note">서버에 남은 자리 {bytesText(inbox.data.free_bytes)}</p>
        )}
        {inbox.data?.has_tools === false && (
          <p className="note warn">
            이 서버에는 영상 도구가 없어요. 서버에서 <code>npm run tools:install -- media</code>를 실행해 주세요.
          </p>
        )}
      </DropZone>
      {inbox.data?.watched && <Watched watched={inbox.data.watched} />}
      {inbox.data === undefined && (
        <Nothing
          isPending={inbox.isPending}
          error={inbox.error ? messageOf(inbox.error) : undefined}
          onRetry={() => void inbox.refetch()}
        >
          {null}
        </Nothing>
      )}
      {sent.length + rest.length > 0 && (
        <ul className="incoming" aria-label="들어오는 파일">
          {sent.map((file) => (
            <SendingRow key={file.key} file={file} onAsk={ask} />
          ))}
          {rest.map((file) => (
            <WaitingRow key={file.id} file={file} onAsk={ask} />
          ))}
        </ul>
      )}
      {proposals.map((proposal) => (
        <ProposalCard key={proposalKeyOf(proposal)} proposal={proposal} files={byId} onAsk={ask} />
      ))}
      {asked && (
        <Confirm
          title={`${fileNameOf(asked.file.path)} ${asked.file.origin === 'upload' ? '지우기' : '빼기'}`}
          verb={asked.file.origin === 'upload' ? '지우기' : '빼기'}
          isDangerous={asked.file.origin === 'upload'}
          isPending={remove.isPending}
          error={remove.error ? messageOf(remove.error) : undefined}
          onConfirm={() => remove.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          {asked.file.origin === 'upload'
            ? '올린 만큼 서버에서 지워져요. 되돌릴 수 없어요. 내 컴퓨터의 파일은 그대로 있어요.'
            : '목록에서 빠지고, 감시 폴더의 파일은 그대로 있어요. 파일이 바뀌면 다시 들어와요.'}
        </Confirm>
      )}
    </section>
  );
}
