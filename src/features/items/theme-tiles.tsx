import type { Theme } from '#contract/catalogue.ts';
import type { WallRow } from '#src/focus/index.ts';
import type { GridTiles } from '#src/ui/list/grid.tsx';
import { RowTitle } from '#src/ui/page/row-title.tsx';
import { wideRow } from '#src/ui/page/row-shapes.ts';
import { Tile } from '#src/ui/tile/tile.tsx';

/** Placeholder colour of a theme's picture. */
const COLOR = '#371a78';

const label = ({ title, cnt_item: count }: Theme) => `테마 ${title}, 작품 ${count}개`;
const draw = ({ title, image, cnt_item: count }: Theme) => (
  <Tile name={title} caption={`작품 ${count}개`} picture={image} color={COLOR} isCaptionAlwaysShown />
);
export const themeKey = ({ id }: Theme) => `theme:${id}`;

export const themeTiles = (onOpen: (themeId: number) => void): GridTiles<Theme> => ({
  keyOf: themeKey,
  label,
  draw,
  onPress: ({ id }) => onOpen(id),
});

export interface ThemeRowOptions {
  readonly key: string;
  readonly title: string;
  readonly themes: readonly Theme[];
  readonly onOpen: (themeId: number) => void;
}

/** A row of themes. */
export function themeRow({ key, title, themes, onOpen }: ThemeRowOptions): WallRow {
  return {
    ...wideRow,
    key,
    count: themes.length,
    head: <RowTitle text={title} />,
    tileKey(index) {
      const theme = themes[index];
      return theme ? themeKey(theme) : '';
    },
    tileLabel(index) {
      const theme = themes[index];
      return theme ? label(theme) : '';
    },
    onPress(index) {
      const theme = themes[index];
      if (theme) onOpen(theme.id);
    },
    renderTile(index) {
      const theme = themes[index];
      return theme ? draw(theme) : null;
    },
  };
}
