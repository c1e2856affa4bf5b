import { DEFAULT_ACCESS } from '#contract/console/inbox.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import {
  addTitleEpisode,
  changeEpisode,
  removeTitleEpisode,
  type EditedTitle,
  type TitleForm,
} from '#contract/console/title-editing.ts';
import { call } from '../lib/client.ts';
import { Confirm } from '../ui/dialogs.tsx';
import { toast } from '../ui/toasts.tsx';
import { EditForm } from './edit-form.tsx';
import { MarksEditor } from './marks.tsx';
import { MoveEpisode } from './move-episode.tsx';
import { PictureSection } from './pictures.tsx';
import { RecordFields } from './record-fields.tsx';
import { emptyFields } from './schema.ts';
import { UploadHere } from './upload-here.tsx';
import { DrawingStyles } from './tracks/drawing-styles.tsx';
import { TracksSection } from './tracks/tracks.tsx';
import { useTitleCache } from './use-title.ts';

interface EpisodeProps {
  form: TitleForm;
  title: EditedTitle;
}

const nowText = () => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();

/** One episode: its fields, its picture and its marks. */
export function EpisodeEditor({ form, title, episodeId }: EpisodeProps & { episodeId: number }) {
  const { readAgain, take } = useTitleCache();
  const [isRemoving, setRemoving] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const remove = useMutation({
    mutationFn: () => call(removeTitleEpisode, { params: { id: String(episodeId) } }),
    onSuccess: async (reply) => {
      window.location.hash = `#/titles/${title.id}`;
      await take(reply);
      toast('회차를 지웠어요.');
    },
  });
  const partOf = ({ episodes }: EditedTitle) => episodes.find(({ id }) => id === episodeId);
  const episode = partOf(title);
  if (!episode) return <p className="nothing">없는 회차예요. 그사이 지워졌을 수 있어요.</p>;
  const name = String(episode.fields['episode_num']);
  const params = { id: String(episodeId) };
  return (
    <>
      <h2>{name} 정보</h2>
      <EditForm
        draftKey={`episode ${episodeId}`}
        schema={form.episode}
        part={episode}
        verb="저장"
        readAgain={async () => partOf(await readAgain(title.id))}
        save={async (part) => partOf(await take(await call(changeEpisode, { params, body: part })))}
        onSaved={() => toast(`${name}: 저장했어요.`)}
        actions={
          <>
            <Button className="button" onPress={() => setMoving(true)}>
              다른 작품으로 옮기기
            </Button>
            {episode.is_removable ? (
              <Button className="button" onPress={() => setRemoving(true)}>
                회차 지우기
              </Button>
            ) : (
              <span className="hint">공개했거나 예약한 회차는 지울 수 없어요. 내리면 아무에게도 보이지 않아요.</span>
            )}
          </>
        }
      >
        {({ fields, change, problems }) => (
          <RecordFields schema={form.episode} fields={fields} onChange={change} problems={problems} choices={{}} />
        )}
      </EditForm>
      <h2>{name} 그림</h2>
      <PictureSection
        kind="still"
        title={title}
        episodeId={episodeId}
        name={`${name} 그림`}
        address={episode.picture}
      />
      <h2>{name} 영상</h2>
      <div className="section-tools">
        <UploadHere target={{ title: { id: title.id, name: String(title.fields['name']) }, number: name }}>
          다른 영상으로 바꾸기
        </UploadHere>
        <span className="muted">길이가 같으면 보던 자리와 구간, 나중에 더한 자막과 소리가 그대로예요.</span>
      </div>
      <TracksSection key={`tracks ${String(episode.fields['clip'])}`} episodeId={episodeId} />
      <DrawingStyles titleId={String(title.id)} />
      <h2>{name} 구간</h2>
      <MarksEditor key={String(episode.fields['clip'])} episodeId={episodeId} />
      {isMoving && (
        <MoveEpisode title={title} episode={{ ...episode, number: name }} onClose={() => setMoving(false)} />
      )}
      {isRemoving && (
        <Confirm
          title={`${name} 지우기`}
          verb="지우기"
          isDangerous
          save={remove}
          onConfirm={() => remove.mutate()}
          onClose={() => setRemoving(false)}
        >
          <p>
            <strong>{name}</strong>의 글과 그림, 광고 위치를 지워요. 되돌릴 수 없어요. 영상은 미디어에 남아요.
          </p>
        </Confirm>
      )}
    </>
  );
}

/** Adds an episode at the end; it can be moved afterwards. */
export function NewEpisode({ form, title }: EpisodeProps) {
  const { take } = useTitleCache();
  const [start] = useState(() => ({
    ...emptyFields(form.episode),
    episode_num: `${title.episodes.length + 1}화`,
    published_at: nowText(),
    access: DEFAULT_ACCESS,
    ad_breaks: [],
  }));
  return (
    <>
      <div className="section-tools">
        <UploadHere target={{ title: { id: title.id, name: String(title.fields['name']) } }}>
          영상부터 올리기
        </UploadHere>
        <span className="muted">
          올린 영상은 작업이 끝나면 회차가 돼요. 있는 영상으로 만들려면 아래에서 골라 주세요.
        </span>
      </div>
      <EditForm
        draftKey={`episode new ${title.id}`}
        schema={form.episode}
        part={{ version: 'new', fields: start }}
        verb="회차 더하기"
        isNew
        save={async ({ fields }) => {
          const next = await call(addTitleEpisode, { params: { id: String(title.id) }, body: { fields } });
          await take(next);
          window.location.hash = `#/titles/${title.id}/episodes/${next.episodes.at(-1)!.id}`;
          return undefined;
        }}
        onSaved={() => toast('회차를 더했어요. 공개하기 전까지 시청자에게 보이지 않아요.')}
      >
        {({ fields, change, problems }) => (
          <RecordFields schema={form.episode} fields={fields} onChange={change} problems={problems} choices={{}} />
        )}
      </EditForm>
    </>
  );
}
