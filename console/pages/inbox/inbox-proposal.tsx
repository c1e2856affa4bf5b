import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  startInboxAdvertisements,
  startInboxFiles,
  type InboxFile,
  type InboxProposal,
  type OwnAccess,
  type OwnProtection,
} from '#contract/console/inbox.ts';
import { getOperatedTitle } from '#contract/console/titles.ts';
import type { ContentRating } from '#contract/profiles.ts';
import { call, messageOf } from '#console/lib/client.ts';
import { Problem } from '#console/ui/dialogs.tsx';
import { TitleField } from '#console/editing/title-choice.tsx';
import { targetOf } from '#console/lib/uploads.ts';
import { Choice } from '#console/ui/fields.tsx';
import { Table } from '#console/ui/table.tsx';
import { toast } from '#console/ui/toasts.tsx';
import {
  editedEpisode,
  episodeColumns,
  isThere,
  numberOf,
  numberProblem,
  type Edit,
  type EditedEpisode,
} from './inbox-episodes.tsx';
import { RatingWarning, TitleFacts } from './inbox-facts.tsx';
import type { AskedFile } from './inbox-files.tsx';
import { ACCESS_NAMES, PICTURE_NAMES, RATING_NAMES } from './inbox-texts.ts';
import { isKnownContent } from './sure-titles.ts';

const PROTECTION_NAMES: readonly (readonly [OwnProtection | 'none', string])[] = [
  ['none', '없음'],
  ['cenc', '모든 기기 (cenc)'],
  ['cbcs', '새 기기 (cbcs)'],
];
type Use = 'episode' | 'advertisement';
const USE_NAMES: readonly (readonly [Use, string])[] = [
  ['episode', '작품의 회차'],
  ['advertisement', '광고 영상'],
];

/** The key of a card: it stays while files are added or removed, so that the card keeps its edits. */
export const proposalKeyOf = (proposal: InboxProposal) => proposal.name ?? proposal.episodes[0]!.file_id;

type NamedTitle = Pick<NonNullable<InboxProposal['title']>, 'id' | 'name'>;

/** Numbers of the episodes that a title has. */
function useNumbers(title: NamedTitle | null): ReadonlySet<string> {
  const found = useQuery({
    queryKey: ['titles', String(title?.id)],
    queryFn: ({ signal }) => call(getOperatedTitle, { params: { id: String(title!.id) } }, { signal }),
    enabled: title !== null,
  });
  return new Set(found.data?.episodes.map(({ episode_num: number }) => number));
}

/** Settings for all files of a card. */
interface Settings {
  use: Use;
  /** Null for a new one. */
  title: NamedTitle | null;
  name: string;
  rating: ContentRating;
  access: OwnAccess;
  protection: OwnProtection | 'none';
}

interface SettingsFieldsProps {
  of: Settings;
  isNew: boolean;
  onChange(changes: Partial<Settings>): void;
}

function SettingsFields({
  of: { use, title, name, rating, access, protection },
  isNew,
  onChange,
}: SettingsFieldsProps) {
  return (
    <div className="proposal-head">
      <Choice label="쓰임" value={use} options={USE_NAMES} onChange={(next: Use) => onChange({ use: next })} />
      {use === 'episode' && (
        <>
          <TitleField
            label="작품"
            chosen={title}
            name={name}
            onChoose={({ id, name: chosen }) => onChange({ title: { id, name: chosen }, name: chosen })}
            onNew={(next) => onChange({ title: null, name: next })}
          />
          {isNew && (
            <Choice
              label="관람 등급"
              value={rating}
              options={RATING_NAMES}
              onChange={(next: ContentRating) => onChange({ rating: next })}
            />
          )}
          <Choice
            label="시청 조건"
            value={access}
            options={ACCESS_NAMES}
            onChange={(next: OwnAccess) => onChange({ access: next })}
          />
          <Choice
            label="암호화"
            value={protection}
            options={PROTECTION_NAMES}
            onChange={(next: OwnProtection | 'none') => onChange({ protection: next })}
          />
        </>
      )}
    </div>
  );
}

/** Says what becomes of the files: an advertisement, episodes of an existing title, or a new title. */
function outcomeText(
  { use, name }: Settings,
  existing: NamedTitle | null,
  { pictures, episodes }: InboxProposal,
): string {
  if (use === 'advertisement') return '작품에 속하지 않는 영상이 돼요. 작업이 끝나면 광고에서 고를 수 있어요.';
  if (name.trim() !== '' && existing !== null) return `있는 작품 ‘${existing.name}’에 더해요.`;
  const isLeftOut = episodes.every((one) => one.left_out_as !== null);
  const unnamed = isLeftOut
    ? '파일 이름을 보면 회차가 아닌 영상이라 빼 두었어요. 광고로 쓰거나, 작품을 고르고 번호를 적으면 회차로 더할 수 있어요.'
    : '파일 이름에서 작품 이름을 읽지 못했어요. 골라 주세요.';
  const text = name.trim() === '' ? unnamed : '새 작품을 만들어요.';
  if (existing !== null || pictures.length === 0) return text;
  return `${text} 그림: ${pictures.map(({ kind }) => PICTURE_NAMES[kind]).join(', ')}`;
}

function startJobs(
  { use, name, rating, access, protection }: Settings,
  existing: NamedTitle | null,
  chosen: readonly EditedEpisode[],
) {
  if (use === 'advertisement')
    return call(startInboxAdvertisements, { body: { file_ids: chosen.map(({ file_id: id }) => id) } });
  return call(startInboxFiles, {
    body: {
      title: existing === null ? { name: name.trim(), content_rating: rating } : { id: existing.id },
      access,
      ...(protection !== 'none' && { protection }),
      episodes: chosen.map(({ file_id: id, numberText, subjectText, isReplacing }) => ({
        file_id: id,
        number: numberOf(numberText)!,
        subject: subjectText.trim() === '' ? null : subjectText.trim(),
        ...(isReplacing && existing !== null && { replaces: true }),
      })),
    },
  });
}

interface ProposalProps {
  proposal: InboxProposal;
  files: ReadonlyMap<string, InboxFile>;
  /** Whether viewers can prove their age on this service. */
  canProveAge: boolean;
  onAsk(asked: AskedFile): void;
  /** The operator has begun to correct it. */
  onEdit(): void;
}

/** The episodes of one title, as their names say, to be corrected before anything is encoded. */
export function ProposalCard({ proposal, files, canProveAge, onAsk, onEdit }: ProposalProps) {
  const queries = useQueryClient();
  const targets = proposal.episodes.map(({ file_id: id }) => targetOf(files.get(id)?.path));
  const wanted = targets.find((target) => target !== undefined)?.title;
  const [settings, setSettings] = useState<Settings>({
    use: 'episode',
    title: wanted ?? proposal.title,
    name: wanted?.name ?? proposal.title?.name ?? proposal.name ?? '',
    rating: proposal.content_rating,
    access: proposal.access,
    protection: 'none',
  });
  const { name, title: existing } = settings;
  const isProposed = existing !== null && existing.id === proposal.title?.id;
  const numbers = useNumbers(existing);
  const isForEpisodes = settings.use === 'episode';
  const [edits, setEdits] = useState<Readonly<Record<string, Edit>>>({});

  const episodes = proposal.episodes.map((episode, index) => {
    const number = targets[index]?.number;
    const asked: Edit = number === undefined ? {} : { number: number.replace(/화$/, ''), isReplacing: true };
    const edit = { ...asked, ...edits[episode.file_id] };
    return editedEpisode(episode, edit, isKnownContent(files.get(episode.file_id)));
  });
  const isReady = ({ file_id: id }: EditedEpisode) => files.get(id)?.state === 'ready';
  const chosen = episodes.filter((one) => one.isChosen && isReady(one));
  const cntComing = episodes.filter((one) => one.isChosen && !isReady(one)).length;
  const problemOf = (one: EditedEpisode) =>
    one.isChosen && isForEpisodes ? numberProblem(one, chosen, { isProposed, numbers }) : null;
  const canStart =
    (name.trim() !== '' || !isForEpisodes) && chosen.length > 0 && episodes.every((one) => problemOf(one) === null);

  const start = useMutation({
    mutationFn: () => startJobs(settings, existing, chosen),
    onSuccess({ job_ids: jobs }) {
      toast(`작업 ${jobs.length}개를 시작했어요.`);
      void queries.invalidateQueries({ queryKey: ['media'] });
    },
  });
  const isWaiting = !canStart || start.isPending || undefined;

  return (
    <form
      className="proposal"
      aria-label={name === '' ? '이름을 모르는 작품' : name}
      onSubmit={(event) => {
        event.preventDefault();
        if (canStart && !start.isPending) start.mutate();
      }}
    >
      <SettingsFields
        of={settings}
        isNew={existing === null}
        onChange={(changes) => {
          onEdit();
          setSettings((all) => ({ ...all, ...changes }));
        }}
      />
      <p className="note" aria-live="polite">
        {outcomeText(settings, existing, proposal)}
      </p>
      <RatingWarning isShown={isForEpisodes && existing === null && settings.rating === '19' && !canProveAge} />
      {isForEpisodes && <TitleFacts proposal={proposal} isNew={existing === null} />}
      <Table
        label={`${name || '이름을 모르는 작품'} 회차`}
        columns={episodeColumns({
          files,
          isForEpisodes,
          isThere: (one) => existing !== null && isThere(one, numbers),
          problemOf,
          onEdit(id, changes) {
            onEdit();
            setEdits((all) => ({ ...all, [id]: { ...all[id], ...changes } }));
          },
          onAsk,
        })}
        rows={episodes}
        keyOf={({ file_id: id }) => id}
      />
      {cntComing > 0 && <p className="note">아직 받거나 살펴보는 파일 {cntComing}개는 나중에 시작할 수 있어요.</p>}
      <Problem>{start.error ? messageOf(start.error) : undefined}</Problem>
      <div className="actions">
        <button type="submit" className="button primary" aria-disabled={isWaiting} data-pending={isWaiting}>
          {chosen.length}개 작업 시작
        </button>
      </div>
    </form>
  );
}
