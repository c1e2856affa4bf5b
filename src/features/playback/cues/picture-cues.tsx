import type { SubtitleCue } from '#src/player/index.ts';
import { groupPictures } from './picture-groups.ts';
import styles from './picture-cues.module.css';
import { PlacedBox } from './placed-cue.tsx';

type CuePicture = NonNullable<SubtitleCue['picture']>;

export interface PictureCuesProps {
  /** Of the part of the screen that controls leave free. */
  readonly className: string;
  readonly pictures: readonly (CuePicture & { readonly key: string })[];
  readonly scale: number;
  /** In per cent of the screen. */
  readonly mostWidth: number;
}

/** Subtitles that are pictures. They have no text to read aloud. */
export function PictureCues({ className, pictures, scale, mostWidth }: PictureCuesProps) {
  return (
    <div className={className} aria-hidden>
      {groupPictures(pictures, scale, mostWidth).map(({ anchor, x, y, width, height, cells }) => (
        <PlacedBox key={anchor} place={{ x, y, anchorX: 'center', anchorY: anchor === 'top' ? 'start' : 'end' }}>
          <div className={styles.group} style={{ width: `${width}vw`, height: `${height}vh` }}>
            {cells.map(({ cue, place }) => (
              <div
                key={cue.key}
                className={styles.picture}
                style={{
                  left: `${place.left}%`,
                  top: `${place.top}%`,
                  width: `${place.width}%`,
                  height: `${place.height}%`,
                  ...partOf(cue),
                }}
              />
            ))}
          </div>
        </PlacedBox>
      ))}
    </div>
  );
}

/** Shows a part of a sheet in a box of any size. A position in per cent is a share of what the sheet has more than the box. */
function partOf({ sheet: { url, size }, part: { x, y, width, height } }: CuePicture) {
  const share = (at: number, part: number, whole: number) => (whole > part ? (at / (whole - part)) * 100 : 0);
  return {
    backgroundImage: `url("${url}")`,
    backgroundSize: `${(size.width / width) * 100}% ${(size.height / height) * 100}%`,
    backgroundPosition: `${share(x, width, size.width)}% ${share(y, height, size.height)}%`,
  };
}
