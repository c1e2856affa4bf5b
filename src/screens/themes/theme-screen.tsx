import { useApi } from '#src/api/client/api-context.ts';
import { itemList, themeList } from '#src/api/lists.ts';
import { NavigationScreen } from '#src/features/navigation/navigation-screen.tsx';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { itemKey, useItemTiles } from '#src/features/items/item-tiles.tsx';
import { PagedGrid } from '#src/features/items/paged-grid.tsx';
import { themeKey } from '#src/features/items/theme-tiles.tsx';
import { usePages } from '#src/features/items/use-pages.ts';
import type { VisitMemory } from '#src/focus/index.ts';
import { posterGrid } from '#src/ui/list/grid.tsx';
import { CONTENT_X } from '#src/ui/page/page.tsx';
import { Picture } from '#src/ui/tile/picture.tsx';
import styles from './theme-screen.module.css';

export interface ThemeScreenProps {
  readonly themeId: number;
  readonly visit: VisitMemory;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
}

const gridKey = 'theme/grid';
const GRID_HEIGHT = 67.5 - 22;

/** The picture, description and titles of a theme. */
export function ThemeScreen({ themeId, visit, onOpenItem, onPlay }: ThemeScreenProps) {
  const api = useApi();
  const themes = usePages({ visit, list: themeList(api), keyOf: themeKey });
  const theme = themes.data?.find(({ id }) => id === themeId);
  const pages = usePages({ visit, list: itemList(api, { theme: String(themeId) }), keyOf: itemKey });
  const tiles = useItemTiles({ onOpenItem, onPlayItem: usePlayItem(onPlay, onOpenItem) });
  return (
    <NavigationScreen name="theme" area="themes" visit={visit} initialKey={pages.data ? gridKey : `${gridKey}/loading`}>
      {theme && (
        <div className={styles.head}>
          <div className={styles.picture}>
            <Picture src={theme.image} color="#22104d" />
          </div>
          <div className={styles.scrim} />
          <h1 className={styles.title}>{theme.title}</h1>
          <p className={styles.text}>{theme.description}</p>
          <p className={styles.count}>작품 {theme.cnt_item}개</p>
        </div>
      )}
      <div className={styles.body}>
        <PagedGrid
          focusKey={gridKey}
          pages={pages}
          shape={posterGrid}
          tiles={tiles}
          insetLeft={CONTENT_X}
          height={GRID_HEIGHT}
          empty={{ title: '이 테마에는 아직 작품이 없어요', text: '다른 테마를 골라 보세요.' }}
        />
      </div>
    </NavigationScreen>
  );
}
