import { createContext, useContext } from 'react';
import { useUnreadCount } from '#src/api/client/unread-key.ts';
import { useFocusMove } from '#src/focus/index.ts';
import { useSession } from '#src/stores/stores-context.ts';
import type { IconName } from '#src/ui/icon.tsx';
import { SideNavigation } from '#src/ui/page/side-navigation.tsx';

/** The entries of the navigation, in order. */
const ENTRIES = [
  ['profile', '프로필 바꾸기', 'user'],
  ['search', '검색', 'search'],
  ['home', '홈', 'home'],
  ['weekday', '요일별', 'calendar'],
  ['themes', '테마', 'themes'],
  ['library', '보관함', 'library'],
  ['notifications', '알림', 'bell'],
  ['settings', '설정', 'settings'],
] as const satisfies readonly (readonly [string, string, IconName])[];

export type MainEntry = (typeof ENTRIES)[number][0];

/** The action of each entry. Entries without one are hidden. */
export type MainActions = Readonly<Partial<Record<MainEntry, () => void>>>;

const ActionsContext = createContext<MainActions>({});

export const MainNavigationProvider = ActionsContext.Provider;

export const useMainActions = () => useContext(ActionsContext);

export interface MainNavigationProps {
  /** The current entry. */
  readonly current: MainEntry;
  /** Key of the content group beside it. */
  readonly contentKey: string;
}

/** The navigation at the left edge of a screen. */
export function MainNavigation({ current, contentKey }: MainNavigationProps) {
  const actions = useMainActions();
  const moveFocus = useFocusMove();
  const unread = useUnreadCount();
  const picture = useSession((session) => session.lastProfile?.profile.image_url);
  return (
    <SideNavigation
      contentKey={contentKey}
      entries={ENTRIES.flatMap(([key, label, icon]) => {
        const onPress = actions[key];
        if (!onPress) return [];
        const isCurrent = key === current;
        return [
          {
            focusKey: `navigation/${key}`,
            label,
            icon,
            isCurrent,
            onPress: isCurrent ? () => moveFocus(contentKey) : onPress,
            ...(key === 'profile' ? { picture } : {}),
            count: key === 'notifications' ? unread : 0,
          },
        ];
      })}
    />
  );
}
