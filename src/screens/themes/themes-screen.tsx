import { useMemo } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { themeList } from '#src/api/lists.ts';
import { NavigationScreen } from '#src/features/navigation/navigation-screen.tsx';
import { PagedGrid } from '#src/features/items/paged-grid.tsx';
import { themeKey, themeTiles } from '#src/features/items/theme-tiles.tsx';
import { usePages } from '#src/features/items/use-pages.ts';
import type { VisitMemory } from '#src/focus/index.ts';
import { Button } from '#src/ui/button.tsx';
import { wideGrid } from '#src/ui/list/grid.tsx';
import { CONTENT_X, Page, PAGE_BODY_HEIGHT } from '#src/ui/page/page.tsx';

export interface ThemesScreenProps {
  readonly visit: VisitMemory;
  readonly onOpenTheme: (themeId: number) => void;
  readonly onBrowse: () => void;
}

const gridKey = 'themes/grid';

/** All themes, and a button that opens the titles by genre and year. */
export function ThemesScreen({ visit, onOpenTheme, onBrowse }: ThemesScreenProps) {
  const api = useApi();
  const pages = usePages({ visit, list: themeList(api), keyOf: themeKey });
  const tiles = useMemo(() => themeTiles(onOpenTheme), [onOpenTheme]);
  return (
    <NavigationScreen
      name="themes"
      area="themes"
      visit={visit}
      initialKey={pages.data ? gridKey : `${gridKey}/loading`}
    >
      <Page
        title="테마"
        text="기분 따라 골라 보세요"
        tools={<Button focusKey="themes/browse" label="장르·연도로 찾기" icon="search" onPress={onBrowse} />}
      >
        <PagedGrid
          focusKey={gridKey}
          pages={pages}
          shape={wideGrid}
          tiles={tiles}
          insetLeft={CONTENT_X}
          height={PAGE_BODY_HEIGHT}
          empty={{ title: '아직 테마가 없어요', text: '장르와 연도로 찾아보세요.' }}
        />
      </Page>
    </NavigationScreen>
  );
}
