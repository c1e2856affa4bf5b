import 'react-image-crop/dist/ReactCrop.css';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import {
  PICTURE_SIZES,
  PICTURE_TYPES,
  setEpisodePicture,
  setTitlePicture,
  type EditedTitle,
  type PictureKind,
} from '#contract/console/title-editing.ts';
import { call } from '../lib/client.ts';
import { inPixels, pictureProblemOf } from '../lib/picture-file.ts';
import { Problem, Sheet } from '../ui/dialogs.tsx';
import { SheetForm } from '../ui/sheet-form.tsx';
import { toast } from '../ui/toasts.tsx';
import { firstPosters } from './first-poster.tsx';
import { useTitleCache } from './use-title.ts';
import { withParticle } from '#contract/rules/particles.ts';

const NAMES: Record<Exclude<PictureKind, 'still'>, [name: string, use: string]> = {
  poster: ['포스터', '목록의 세로 타일'],
  wide: ['가로 그림', '홈과 이어 보기의 타일'],
  backdrop: ['배경', '작품 화면의 뒤. 왼쪽에는 흰 글자가 놓여요.'],
};

/** The pictures of a title. */
export const TitlePictures = ({ title }: { title: EditedTitle }) => (
  <div className="pictures">
    {(['poster', 'wide', 'backdrop'] as const).map((kind) => (
      <section key={kind} className="panel">
        <h3>{NAMES[kind][0]}</h3>
        <p className="hint">{NAMES[kind][1]}</p>
        <PictureSection kind={kind} title={title} name={NAMES[kind][0]} address={title.pictures[kind]} />
      </section>
    ))}
  </div>
);

interface PictureSectionProps {
  kind: PictureKind;
  title: EditedTitle;
  /** Only of a still. */
  episodeId?: number;
  name: string;
  address: string;
}

/** A file of the operator, and its address in this page. */
interface Chosen {
  file: File;
  address: string;
}

const chosenOf = (file: File): Chosen => ({ file, address: URL.createObjectURL(file) });

/** A picture as viewers see it, and how to replace it. */
export function PictureSection(props: PictureSectionProps) {
  const { kind, title, name, address } = props;
  const [chosen, setChosen] = useState<Chosen | null>(() => {
    const first = kind === 'poster' ? firstPosters.get(title.id) : undefined;
    return first === undefined ? null : chosenOf(first);
  });
  const [problem, setProblem] = useState<string | null>(null);
  const inputId = useId();
  const { width, height } = PICTURE_SIZES[kind];
  return (
    <div className="picture">
      <img
        src={new URL(address).pathname}
        alt={`지금의 ${name}`}
        style={{ aspectRatio: `${width} / ${height}` }}
        data-kind={kind}
      />
      <div>
        <input
          id={inputId}
          className="hidden"
          type="file"
          accept={PICTURE_TYPES.join(',')}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The same file may be chosen again.
            target.value = '';
            if (!file) return;
            const found = pictureProblemOf(file);
            setProblem(found);
            if (found === null) setChosen(chosenOf(file));
          }}
        />
        <label htmlFor={inputId} className="button small">
          {name} 바꾸기
        </label>
        <p className="hint">
          {width}×{height}
        </p>
        <Problem>{problem}</Problem>
      </div>
      {chosen && (
        <CropSheet
          {...props}
          {...chosen}
          onClose={() => {
            URL.revokeObjectURL(chosen.address);
            firstPosters.delete(title.id);
            setChosen(null);
          }}
        />
      )}
    </div>
  );
}

/** Cuts the picture to the shape that televisions draw, beside a preview of it. */
function CropSheet(props: Omit<PictureSectionProps, 'address'> & Chosen & { onClose(): void }) {
  const { kind, title, episodeId, name, file, address, onClose } = props;
  const { take } = useTitleCache();
  const [natural, setNatural] = useState<{ width: number; height: number } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [crop, setCrop] = useState<PercentCrop>();
  const size = PICTURE_SIZES[kind];
  const aspect = size.width / size.height;

  const pixels = crop && natural && inPixels(crop, natural);
  const save = useMutation({
    mutationFn: async () => {
      const query = Object.fromEntries(Object.entries(pixels!).map(([side, value]) => [side, String(value)])) as Record<
        'left' | 'top' | 'width' | 'height',
        string
      >;
      const reply =
        kind === 'still'
          ? await call(setEpisodePicture, { params: { id: String(episodeId) }, query }, { file })
          : await call(setTitlePicture, { params: { id: String(title.id), kind }, query }, { file });
      await take(reply);
    },
    onSuccess: () => {
      toast(`${name}: 바꿨어요.`);
      onClose();
    },
  });
  const isSmall = pixels && pixels.width < size.width;

  return (
    <Sheet title={`${name} 자르기`} isOpen isWide onClose={onClose}>
      <SheetForm
        save={save}
        problem={hasFailed ? '열 수 없는 그림이에요. 다른 파일을 골라 주세요.' : null}
        isBlocked={!pixels}
        verb="이대로 쓰기"
        onSubmit={() => save.mutate()}
        onClose={onClose}
      >
        <div className="crop">
          {!hasFailed && (
            <ReactCrop
              {...(crop && { crop })}
              aspect={aspect}
              keepSelection
              onChange={(_, percent) => setCrop(percent)}
              ariaLabels={ARIA}
            >
              <img
                src={address}
                alt="고른 그림"
                onError={() => setFailed(true)}
                onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
                  setNatural({ width, height });
                  setCrop(centerCrop(makeAspectCrop({ unit: '%', width: 100 }, aspect, width, height), width, height));
                }}
              />
            </ReactCrop>
          )}
          {pixels && natural && (
            <figure>
              <div className="cut" data-kind={kind} style={{ aspectRatio: String(aspect) }}>
                <img
                  src={address}
                  alt={`미리 보는 ${name}`}
                  style={{
                    width: `${(natural.width / pixels.width) * 100}%`,
                    left: `${(-pixels.left / pixels.width) * 100}%`,
                    top: `${(-pixels.top / pixels.height) * 100}%`,
                  }}
                />
              </div>
              <figcaption className="hint">
                텔레비전에서 {size.width}×{withParticle(String(size.height), '으로/로')} 보여요.
                {isSmall && ' 고른 부분이 그보다 작아서 흐릴 수 있어요.'}
              </figcaption>
            </figure>
          )}
        </div>
      </SheetForm>
    </Sheet>
  );
}

const ARIA = {
  cropArea: '고른 부분. 화살표로 옮겨요.',
  nwDragHandle: '왼쪽 위 모서리. 화살표로 크기를 바꿔요.',
  nDragHandle: '위쪽 변. 화살표로 크기를 바꿔요.',
  neDragHandle: '오른쪽 위 모서리. 화살표로 크기를 바꿔요.',
  eDragHandle: '오른쪽 변. 화살표로 크기를 바꿔요.',
  seDragHandle: '오른쪽 아래 모서리. 화살표로 크기를 바꿔요.',
  sDragHandle: '아래쪽 변. 화살표로 크기를 바꿔요.',
  swDragHandle: '왼쪽 아래 모서리. 화살표로 크기를 바꿔요.',
  wDragHandle: '왼쪽 변. 화살표로 크기를 바꿔요.',
};
