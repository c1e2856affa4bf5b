import { useState, type ReactNode } from 'react';
import { createVisitMemory, FocusGroup, VisitProvider, type VisitMemory } from '#src/focus/index.ts';

export interface ScreenProps {
  /** Name of the screen in the markup (contract.md, section 10). */
  readonly name: string;
  /** The subject of the screen, spoken on entry, such as the name of a title. */
  readonly label?: string | undefined;
  /** Key of the initial focus. */
  readonly initialKey: string;
  /** Memory of this visit; a screen outside the history has one of its own. */
  readonly visit?: VisitMemory | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Spoken when the viewer enters a screen. */
const SPOKEN: Readonly<Record<string, string>> = {
  start: '보라',
  'sign-in': '로그인',
  'sign-up': '회원 가입',
  password: '비밀번호',
  profiles: '프로필 고르기',
  'profile-edit': '프로필 편집',
  home: '홈',
  weekday: '요일별',
  themes: '테마',
  theme: '테마의 작품',
  browse: '작품 찾기',
  search: '검색',
  library: '보관함',
  item: '작품 정보',
  reviews: '감상평',
  player: '재생',
  notifications: '알림',
  settings: '설정',
  membership: '멤버십',
  'server-address': '서버 주소',
  offline: '연결 안 됨',
  error: '안내',
};

export function Screen({ name, label = SPOKEN[name], initialKey, visit, className, children }: ScreenProps) {
  const [own] = useState(createVisitMemory);
  return (
    <VisitProvider visit={visit ?? own} initialKey={initialKey}>
      <main data-screen={name} aria-label={label} className={className}>
        <FocusGroup focusKey={`screen:${name}`} axis="column">
          {children}
        </FocusGroup>
      </main>
    </VisitProvider>
  );
}
