import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button, DropZone, FileTrigger, isFileDropItem, type DropItem } from 'react-aria-components';
import { getInbox, removeInboxFile, type Inbox, type InboxFile } from '#contract/console/inbox.ts';
import { exportInbox } from '#contract/console/exports.ts';
import { call } from '#console/lib/client.ts';
import { bytesText, distanceText } from '#console/lib/format.ts';
import { ACCEPTED, isKnownFile, onInboxChange, sendFiles, stopFile, useSentFiles } from '#console/lib/uploads.ts';
import { Confirm } from '#console/ui/dialogs.tsx';
import { QueryNothing } from '#console/ui/page.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { SendingRow, WaitingRow, type AskedFile } from './inbox-files.tsx';
import { withFolderChanges, type FolderChange } from './folder-changes.ts';
import { FolderChanges } from './inbox-folders.tsx';
import { ProposalCard, proposalKeyOf } from './inbox-proposal.tsx';
import { SureTitles } from './inbox-sure.tsx';
import { fileNameOf } from './inbox-texts.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';

const KEY = ['media', 'inbox'];
const REFRESH_MS = 3000;
const REFRESH_IDLE_MS = 15_000;

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

/** Where files are chosen or dropped. */
function DropArea({ inbox, onChoose }: DropAreaProps) {
  return (
    <DropZone
      className="drop"
      getDropOperation={() => 'copy'}
      onDrop={({ items }) => {
        if (items.some(({ kind }) => kind === 'directory')) toast('폴더는 ‘폴더 고르기’로 골라 주세요.');
        void filesOf(items).then((dropped) => (dropped.length > 0 ? onChoose(dropped, false) : undefined));
      }}
      aria-label="파일을 여기에 놓기"
    >
      <div className="inline">
        <FileTrigger
          allowsMultiple
          acceptedFileTypes={ACCEPTED.split(',')}
          onSelect={(list) => onChoose(Array.from(list ?? []), false)}
        >
          <Button className="button primary">파일 고르기</Button>
        </FileTrigger>
        <FileTrigger acceptDirectory onSelect={(list) => onChoose(Array.from(list ?? []), true)}>
          <Button className="button">폴더 고르기</Button>
        </FileTrigger>
        <span className="muted">영상과 그 옆의 자막, 그림(poster, fanart 등), 정보(.nfo)를 여기에 놓아도 돼요.</span>
      </div>
      {typeof inbox?.free_bytes === 'number' && <p className="note">서버에 남은 자리 {bytesText(inbox.free_bytes)}</p>}
      {inbox?.has_tools === false && (
        <p className="note warn">
          이 서버에는 영상 도구가 없어요. 서버에서 <code>sudo apt install ffmpeg libchromaprint-tools</code>를 실행해
          주세요.
        </p>
      )}
    </DropZone>
  );
}

interface DropAreaProps {
  inbox: Inbox | undefined;
  onChoose(files: readonly File[], isFolder: boolean): void;
}

/** Asks before a file is deleted or left out. */
function RemoveDialog({ of: { file, key }, onClose }: { of: AskedFile; onClose(): void }) {
  const queries = useQueryClient();
  const isUpload = file.origin === 'upload';
  const verb = isUpload ? '지우기' : '빼기';
  const remove = useMutation({
    async mutationFn() {
      if (key !== undefined) await stopFile(key);
      await call(removeInboxFile, { params: { id: file.id } });
    },
    onSuccess() {
      toast(`${fileNameOf(file.path)}: ${isUpload ? '지웠어요.' : '뺐어요.'}`);
      onClose();
      void queries.invalidateQueries({ queryKey: KEY });
    },
  });
  return (
    <Confirm
      title={`${fileNameOf(file.path)} ${verb}`}
      verb={verb}
      isDangerous={isUpload}
      save={remove}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {isUpload
        ? '올린 만큼 서버에서 지워져요. 되돌릴 수 없어요. 내 컴퓨터의 파일은 그대로 있어요.'
        : '목록에서 빠지고, 감시 폴더의 파일은 그대로 있어요. 파일이 바뀌면 다시 들어와요.'}
    </Confirm>
  );
}

/** Files that no proposal has, and that this page is not sending. */
function waitingFiles({ files, proposals }: Inbox, sentIds: ReadonlySet<string | null>): InboxFile[] {
  const used = new Set(proposals.flatMap(({ episodes }) => episodes.map(({ file_id: id }) => id)));
  const usedPaths = new Set(
    proposals.flatMap(({ episodes, pictures }) => [
      ...episodes.flatMap(({ subtitles, still }) => (still === null ? subtitles : [...subtitles, still])),
      ...pictures.map(({ path }) => path),
    ]),
  );
  const usedNames = new Set(proposals.flatMap(({ metadata }) => metadata));
  const isUsed = ({ kind, path }: InboxFile) =>
    usedPaths.has(path) || (kind === 'metadata' && usedNames.has(fileNameOf(path)));
  return files.filter(
    (file) =>
      !sentIds.has(file.id) && !used.has(file.id) && !(file.state === 'ready' && file.kind !== 'video' && isUsed(file)),
  );
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
  const { files = [], proposals = [] } = inbox.data ?? {};
  const [changes, setChanges] = useState<ReadonlyMap<string, FolderChange>>(new Map());
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const changeFolder = (folder: string, change: FolderChange | null) =>
    setChanges((all) => {
      const next = new Map(all);
      if (change === null) next.delete(folder);
      else next.set(folder, change);
      return next;
    });

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
  const shown = withFolderChanges(proposals, byId, changes);
  const rest = inbox.data ? waitingFiles(inbox.data, new Set(sent.map(({ id }) => id))) : [];

  return (
    <section className="inbox" aria-labelledby="inbox-title">
      <h2 id="inbox-title">들어온 파일</h2>
      <DropArea inbox={inbox.data} onChoose={(chosen, isFolder) => void choose(chosen, isFolder)} />
      {inbox.data?.watched && <Watched watched={inbox.data.watched} />}
      {inbox.data === undefined && <QueryNothing query={inbox} />}
      {sent.length + rest.length > 0 && (
        <ul className="incoming" aria-label="들어오는 파일">
          {sent.map((file) => (
            <SendingRow key={file.key} file={file} onAsk={setAsked} />
          ))}
          {rest.map((file) => (
            <WaitingRow key={file.id} file={file} onAsk={setAsked} />
          ))}
        </ul>
      )}
      {rest.length > 0 && (
        <p className="table-foot">
          <CsvButton of={exportInbox} sent={{}} name="들어온 파일" />
        </p>
      )}
      {proposals.length > 1 && (
        <FolderChanges proposals={proposals} files={byId} changes={changes} onChange={changeFolder} />
      )}
      {shown.length > 1 && (
        <SureTitles
          proposals={shown.filter((one) => !edited.has(proposalKeyOf(one)))}
          files={byId}
          canProveAge={inbox.data?.can_prove_age ?? true}
        />
      )}
      {shown.map((proposal) => (
        <ProposalCard
          key={proposalKeyOf(proposal)}
          proposal={proposal}
          files={byId}
          canProveAge={inbox.data?.can_prove_age ?? true}
          onAsk={setAsked}
          onEdit={() => setEdited((all) => new Set(all).add(proposalKeyOf(proposal)))}
        />
      ))}
      {asked && <RemoveDialog of={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}
