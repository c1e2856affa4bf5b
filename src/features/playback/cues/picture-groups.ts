import type { SubtitleCue } from '#src/player/index.ts';
import type { SubtitleSettings } from '#src/stores/settings-store.ts';

/** In per cent of the screen. */
type Place = NonNullable<SubtitleCue['picture']>['place'];

/** Pictures that keep their places to each other, such as the two lines of a speech. */
export interface PictureGroup<Cue> {
  /** The group keeps this place: the middle of its lower edge, or of its upper one in the upper half of the screen. */
  readonly anchor: 'top' | 'bottom';
  readonly x: number;
  readonly y: number;
  /** In per cent of the screen, as large as the viewer wants it. */
  readonly width: number;
  readonly height: number;
  /** Places of its pictures, in per cent of the group. */
  readonly cells: readonly { readonly cue: Cue; readonly place: Place }[];
}

export const PICTURE_SCALES: Readonly<Record<SubtitleSettings['size'], number>> = {
  small: 0.75,
  medium: 1,
  large: 1.25,
  huge: 1.5,
};

/** Largest share of the screen that a group may take, in per cent. */
const MOST_HEIGHT = 85;

interface Placed {
  readonly place: Place;
}

/** The pictures of the upper and of the lower half of the screen, larger or smaller around their edges. */
export function groupPictures<Cue extends Placed>(
  cues: readonly Cue[],
  scale: number,
  mostWidth: number,
): readonly PictureGroup<Cue>[] {
  const isUpper = ({ place }: Cue) => place.top + place.height / 2 < 50;
  const halves = [
    { anchor: 'top', own: cues.filter(isUpper) },
    { anchor: 'bottom', own: cues.filter((cue) => !isUpper(cue)) },
  ] as const;
  return halves.flatMap(({ anchor, own }) => {
    if (own.length === 0) return [];
    const left = Math.min(...own.map(({ place }) => place.left));
    const top = Math.min(...own.map(({ place }) => place.top));
    const width = Math.max(...own.map(({ place }) => place.left + place.width)) - left;
    const height = Math.max(...own.map(({ place }) => place.top + place.height)) - top;
    const fitting = Math.min(scale, mostWidth / width, MOST_HEIGHT / height);
    return [
      {
        anchor,
        x: left + width / 2,
        y: anchor === 'top' ? top : top + height,
        width: width * fitting,
        height: height * fitting,
        cells: own.map((cue) => ({
          cue,
          place: {
            left: ((cue.place.left - left) / width) * 100,
            top: ((cue.place.top - top) / height) * 100,
            width: (cue.place.width / width) * 100,
            height: (cue.place.height / height) * 100,
          },
        })),
      },
    ];
  });
}
