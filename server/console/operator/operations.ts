import type { Joining } from '#server/accounts/index.ts';
import type { BackupOperations } from '#server/backup/operations.ts';
import type { CatalogueOperations } from '#server/catalogue/transfer/export-file.ts';
import type { TitleOperations } from '#server/catalogue/editing/title-operations.ts';
import type { JobOperations } from '#server/jobs/operations.ts';
import type { SoundEditing } from '#server/intake/sounds/sound-editing.ts';
import type { GivenSubtitle, TrackEditing } from '#server/intake/tracks/track-editing.ts';
import type { MediaOperations } from '#server/intake/operations.ts';
import type { ReviewOperations } from '#server/reviews/review-operations.ts';
import type { SupportOperations } from '#server/shop/support.ts';
import type { StaffOperations } from '#server/staff/staff.ts';

/** All that commands work with. */
export interface Operations {
  titles: TitleOperations;
  media: MediaOperations;
  tracks: TrackEditing & {
    /** Reads a subtitle file of this machine. */
    read(path: string): Promise<Pick<GivenSubtitle, 'name' | 'bytes'>>;
  };
  sounds: Pick<SoundEditing, 'change'>;
  reviews: ReviewOperations;
  support: SupportOperations;
  staff: StaffOperations;
  accounts: Joining;
  jobs: JobOperations;
  backup: BackupOperations;
  catalogue: CatalogueOperations;
}
