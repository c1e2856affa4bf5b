import { useState } from 'react';
import { MainNavigation } from '#src/features/navigation/main-navigation.tsx';
import { comeBackTo, FocusGroup, useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { Screen } from '#src/ui/page/screen.tsx';
import { AboutSection } from './about-section.tsx';
import { AccessibilitySection } from './accessibility-section.tsx';
import { AccountSection } from './account-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { LeaveAccount } from './leave-account.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { HiddenSection } from './hidden-section.tsx';
import { PlaybackSection } from './playback-section.tsx';
import { ProfilesSection } from './profiles-section.tsx';
import { SectionEntry } from './section-entry.tsx';
import styles from './settings-screen.module.css';

const SECTIONS = [
  ['account', '계정'],
  ['profiles', '프로필'],
  ['devices', '로그인한 기기'],
  ['playback', '재생'],
  ['notifications', '알림'],
  ['hidden', '숨긴 작품'],
  ['accessibility', '접근성'],
  ['diagnostics', '진단'],
  ['about', '정보'],
] as const;

type SectionName = (typeof SECTIONS)[number][0];

export interface SettingsScreenProps {
  readonly visit: VisitMemory;
  /** The section that a visit begins with. */
  readonly first?: SectionName | undefined;
  readonly version: string;
  readonly apiUrl: string;
  readonly onChangePassword: () => void;
  readonly onMembership: () => void;
  readonly onChangeServer: () => void;
  /** Null creates a profile. */
  readonly onEditProfile: (profileId: string | null) => void;
  readonly onSignOut: () => void;
}

/** The list of sections on the left; the settings of the focused section on the right. */
export function SettingsScreen(props: SettingsScreenProps) {
  const { visit, first = 'account' } = props;
  const [section, setSection] = useVisitState<SectionName>(visit, 'section', first);
  /** The e-mail address of the account that its owner is about to delete. */
  const [left, setLeft] = useState<string | null>(null);
  if (left !== null) {
    const stay = () => {
      comeBackTo(visit, 'settings/account/leave');
      setLeft(null);
    };
    return (
      <Screen key="leave" name="settings" label="계정 삭제" initialKey="leave/told" visit={visit}>
        <LeaveAccount email={left} onBack={stay} onLeft={props.onSignOut} />
      </Screen>
    );
  }
  return (
    <Screen name="settings" initialKey={`settings/${section}`} visit={visit}>
      <FocusGroup focusKey="settings" axis="row" preferredKey="settings/sections">
        <MainNavigation current="settings" contentKey="settings/sections" />
        <h1 className={styles.title}>설정</h1>
        <FocusGroup
          focusKey="settings/sections"
          axis="column"
          className={styles.sections}
          preferredKey={`settings/${section}`}
        >
          {SECTIONS.map(([name, label]) => (
            <SectionEntry
              key={name}
              focusKey={`settings/${name}`}
              label={label}
              isCurrent={name === section}
              onReach={() => setSection(name)}
            />
          ))}
        </FocusGroup>
        <FocusGroup focusKey={`settings/${section}/content`} axis="column" className={styles.content}>
          <Section name={section} {...props} onLeave={setLeft} />
        </FocusGroup>
      </FocusGroup>
    </Screen>
  );
}

type SectionProps = Omit<SettingsScreenProps, 'first'> & { name: SectionName; onLeave: (email: string) => void };

function Section({ name, ...props }: SectionProps) {
  switch (name) {
    case 'account':
      return (
        <AccountSection
          onChangePassword={props.onChangePassword}
          onMembership={props.onMembership}
          onSignOut={props.onSignOut}
          onLeave={props.onLeave}
        />
      );
    case 'profiles':
      return <ProfilesSection onEditProfile={props.onEditProfile} />;
    case 'devices':
      return <DevicesSection onSignOut={props.onSignOut} />;
    case 'playback':
      return <PlaybackSection />;
    case 'notifications':
      return <NotificationsSection />;
    case 'hidden':
      return <HiddenSection />;
    case 'accessibility':
      return <AccessibilitySection />;
    case 'diagnostics':
      return <DiagnosticsSection />;
    case 'about':
      return <AboutSection version={props.version} apiUrl={props.apiUrl} onChangeServer={props.onChangeServer} />;
  }
}
