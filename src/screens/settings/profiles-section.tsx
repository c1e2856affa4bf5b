import { useQuery } from '@tanstack/react-query';
import { useApi } from '#src/api/client/api-context.ts';
import { profilesQuery } from '#src/api/profiles.ts';
import { contentRatingLabel } from '#src/lib/title-labels.ts';
import { useIsLimited } from '#src/stores/household.ts';
import { useSession } from '#src/stores/stores-context.ts';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import { Picture } from '#src/ui/tile/picture.tsx';
import { QueryPart } from './query-part.tsx';

/** Profiles that an account may have (contract.md, section 2). */
const MOST_PROFILES = 5;

/** The household's profiles; the rights of the current profile apply. */
export function ProfilesSection({ onEditProfile }: { onEditProfile: (profileId: string | null) => void }) {
  const profiles = useQuery(profilesQuery(useApi()));
  const lastProfile = useSession((session) => session.lastProfile?.profile);
  const isLimited = useIsLimited();
  const isPickerSkipped = useSession((session) => session.isPickerSkipped);
  const skipPicker = useSession((session) => session.skipPicker);
  return (
    <QueryPart query={profiles} waitKey="settings/profiles/wait" listKey="settings/profiles/list">
      {({ results }) => (
        <OptionList focusKey="settings/profiles/list" label="프로필" visible={6}>
          {results.map((profile) => (
            <OptionRow
              key={profile.id}
              focusKey={`settings/profiles/${profile.id}`}
              label={profile.name}
              detail={profile.id === lastProfile?.id ? '지금 보는 프로필' : undefined}
              value={[
                profile.max_rating === '19' ? null : `${contentRatingLabel(profile.max_rating)} 이하`,
                profile.has_pin ? 'PIN 사용' : null,
              ]
                .filter(Boolean)
                .join(' · ')}
              picture={<Picture src={profile.image_url} color="#3d3552" />}
              {...(isLimited && profile.id !== lastProfile?.id ? {} : { onPress: () => onEditProfile(profile.id) })}
            />
          ))}
          {isLimited ? (
            <OptionRow
              focusKey="settings/profiles/limited"
              label="연령 제한이 있는 프로필이에요"
              detail="다른 프로필과 연령 제한은 성인 프로필에서 바꿀 수 있어요."
            />
          ) : results.length < MOST_PROFILES ? (
            <OptionRow focusKey="settings/profiles/add" label="프로필 추가" onPress={() => onEditProfile(null)} />
          ) : (
            <OptionRow
              focusKey="settings/profiles/full"
              label="프로필이 다섯 개예요"
              detail="하나를 지우면 새로 만들 수 있어요."
            />
          )}
          {lastProfile && !lastProfile.has_pin && (
            <OptionRow
              focusKey="settings/profiles/skip-picker"
              label="이 TV에서 항상 이 프로필로 시작"
              isOn={isPickerSkipped}
              onPress={() => skipPicker(!isPickerSkipped)}
            />
          )}
        </OptionList>
      )}
    </QueryPart>
  );
}
