import type { Theme } from '#contract/catalogue.ts';
import type { WallRow } from '#src/focus/index.ts';
import { wideRow } from '#src/ui/row-shapes.ts';
import { RowTitle } from '#src/ui/row-title.tsx';
import { Tile } from '#src/ui/tile.tsx';

export interface ThemeRowOptions {
  readonly key: string;
  readonly title: string;
  readonly themes: readonly Theme[];
  readonly onOpen: (themeId: number) => void;
}

const GROUND = '#22104d';

/** Themes, each with its picture and how many titles it has. */
export function themeRow({ key, title, themes, onOpen }: ThemeRowOptions): WallRow {
  return {
    ...wideRow,
    key,
    count: themes.length,
    head: <RowTitle text={title} />,
    tileKey: (index) => `theme:${themes[index]?.id}`,
    tileLabel(index) {
      const theme = themes[index];
      return theme ? `${theme.title}, 작품 ${theme.cnt_item}개` : '';
    },
    onPress(index) {
      const theme = themes[index];
      if (theme) onOpen(theme.id);
    },
    renderTile(index) {
      const theme = themes[index];
      return theme ? (
        <Tile
          name={theme.title}
          caption={`작품 ${theme.cnt_item}개`}
          picture={theme.image}
          color={GROUND}
          isCaptionKept
        />
      ) : null;
    },
  };
}
