import type { InboxFile, InboxProposal } from '#contract/console/inbox.ts';
import { particleOf } from '#contract/rules/particles.ts';
import { bytesText } from '#console/lib/format.ts';
import { Field } from '#console/ui/fields.tsx';
import { RowAction } from '#console/ui/row-action.tsx';
import type { Column } from '#console/ui/table.tsx';
import { EpisodeFacts } from './inbox-facts.tsx';
import type { AskedFile } from './inbox-files.tsx';
import { isKnownContent } from './sure-titles.ts';
import { fileNameOf, LEFT_OUT_NAMES, noticesOf, pictureText, soundsText, subtitlesText } from './inbox-texts.ts';

/** An operator's changes of a proposed episode; a field that is absent is unchanged. */
export interface Edit {
  number?: string;
  subject?: string;
  isLeftOut?: boolean;
  /** The title has this number: its episode gets the video. */
  isReplacing?: boolean;
}

export const numberOf = (text: string) => (/^\d{1,4}(\.\d)?$/.test(text.trim()) ? Number(text) : null);

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
      {problem !== null && (
        <span className="note warn">
          {isKnownContent(file)
            ? `이미 ‘${problem.message}’${particleOf(problem.message, '으로/로')} 더한 파일이라 빼 두었어요. 다시 쓰려면 골라 주세요.`
            : '아직 살펴보지 못했어요. 작업이 시작되면 다시 살펴봐요.'}
        </span>
      )}
    </>
  );
}

/**
 * An episode as the operator has corrected it.
 *
 * @param isLeftOut unless the operator chooses it; so is what its name calls no episode
 */
export const editedEpisode = (episode: InboxProposal['episodes'][number], edit: Edit = {}, isLeftOut = false) => ({
  ...episode,
  isChosen: !(edit.isLeftOut ?? (isLeftOut || episode.left_out_as !== null)),
  numberText: edit.number ?? (episode.number === null ? '' : String(episode.number)),
  subjectText: edit.subject ?? episode.subject ?? '',
  isReplacing: edit.isReplacing ?? false,
});
export type EditedEpisode = ReturnType<typeof editedEpisode>;

/** Whether the title has an episode of this number. @param numbers as `3화` */
export const isThere = ({ numberText }: Pick<EditedEpisode, 'numberText'>, numbers: ReadonlySet<string>): boolean =>
  numbers.has(`${numberOf(numberText)}화`);

/** Why the title cannot take the number of a chosen episode; null if it can. */
export function numberProblem(
  one: EditedEpisode,
  chosen: readonly EditedEpisode[],
  { isProposed, numbers }: { isProposed: boolean; numbers: ReadonlySet<string> },
): string | null {
  const number = numberOf(one.numberText);
  if (number === null) return '회차 번호를 적어 주세요.';
  if (chosen.some((other) => other !== one && numberOf(other.numberText) === number)) return '같은 번호가 둘이에요.';
  if (isThere(one, numbers)) return one.isReplacing ? null : '작품에 이미 있는 회차예요.';
  return isProposed && one.is_taken && number === one.number ? '이 회차를 만드는 작업이 있어요.' : null;
}

interface EpisodeColumnsProps {
  files: ReadonlyMap<string, InboxFile>;
  isForEpisodes: boolean;
  problemOf(one: EditedEpisode): string | null;
  /** Whether the title has an episode of its number. */
  isThere(one: EditedEpisode): boolean;
  onEdit(id: string, changes: Edit): void;
  onAsk(asked: AskedFile): void;
}

export function episodeColumns(props: EpisodeColumnsProps): readonly Column<EditedEpisode>[] {
  const { files, isForEpisodes, problemOf, onEdit, onAsk, isThere: isInTitle } = props;
  const nameOf = ({ file_id: id }: EditedEpisode) => fileNameOf(files.get(id)?.path ?? '');
  const numberAndSubject: readonly Column<EditedEpisode>[] = [
    {
      name: '회차',
      label: true,
      cell: (one) => (
        <>
          <Field
            label={`${nameOf(one)} 회차 번호`}
            isLabelHidden
            placeholder="번호"
            className="short"
            inputMode="numeric"
            value={one.numberText}
            onChange={(number) => onEdit(one.file_id, { number })}
          />
          {isInTitle(one) && (
            <label className="check">
              <input
                type="checkbox"
                checked={one.isReplacing}
                onChange={({ target }) => onEdit(one.file_id, { isReplacing: target.checked })}
              />
              있는 회차의 영상을 바꾸기
            </label>
          )}
          {problemOf(one) !== null && <span className="note bad">{problemOf(one)}</span>}
          {problemOf(one) === null && one.is_unsure && (
            <span className="note warn">파일 이름이 확실하지 않아요. 작품과 번호를 확인해 주세요.</span>
          )}
        </>
      ),
    },
    {
      name: '제목',
      cell: (one) => (
        <Field
          label={`${nameOf(one)} 제목`}
          isLabelHidden
          placeholder="제목"
          value={one.subjectText}
          maxLength={80}
          onChange={(subject) => onEdit(one.file_id, { subject })}
        />
      ),
    },
  ];
  return [
    {
      name: '고르기',
      isNameHidden: true,
      cell: (one) => (
        <input
          type="checkbox"
          aria-label={`${nameOf(one)} 시작`}
          checked={one.isChosen}
          onChange={({ target }) => onEdit(one.file_id, { isLeftOut: !target.checked })}
        />
      ),
    },
    {
      name: '파일',
      kind: 'name',
      cell: (one) => (
        <>
          <span className="path">{nameOf(one)}</span>
          {one.left_out_as !== null && <span className="note">{LEFT_OUT_NAMES[one.left_out_as]}</span>}
          <Findings file={files.get(one.file_id)} beside={one.subtitles} />
          <EpisodeFacts facts={one.facts} still={one.still} />
        </>
      ),
    },
    ...(isForEpisodes ? numberAndSubject : []),
    {
      name: '빼기',
      kind: 'actions',
      cell(one) {
        const file = files.get(one.file_id);
        if (!file) return null;
        const verb = file.origin === 'upload' ? '지우기' : '빼기';
        return <RowAction of={nameOf(one)} verb={verb} onPress={() => onAsk({ file })} />;
      },
    },
  ];
}
