/*
 * The commands of docs/operations/backup.md, word by word (tests/unit/docs/recovery-commands.test.ts). The shell replaces
 * DATABASE_URL, WAL, BASE, DATA and TIME.
 */

/** Once: from then on the database keeps its log until it is received. */
export const MAKE_SLOT = 'pg_receivewal -d "$DATABASE_URL" --slot=bora_archive --create-slot --if-not-exists';
/** Runs as long as the database does. */
export const RECEIVE = 'pg_receivewal -d "$DATABASE_URL" --slot=bora_archive -D "$WAL"';
export const BACK_UP = 'pg_basebackup -d "$DATABASE_URL" --checkpoint=fast --format=tar --gzip -D "$BASE"';
/** Settings of the database in place of a receiver, for a machine that keeps files only. */
export const archiveSettings = (folder: string, everySeconds: number): Record<string, string> => ({
  archive_mode: 'on',
  archive_command: `test ! -f ${folder}/%f && cp %p ${folder}/%f.new && mv ${folder}/%f.new ${folder}/%f`,
  archive_timeout: `${everySeconds}s`,
});

export const UNPACK = `mkdir -m 700 "$DATA" && tar -xzf "$BASE/base.tar.gz" -C "$DATA" && tar -xzf "$BASE/pg_wal.tar.gz" -C "$DATA/pg_wal"`;
/** The newest file of a receiver has \`.partial\` at its end. */
export const READ_LOG = `echo "restore_command = 'cp $WAL/%f %p || cp $WAL/%f.partial %p'" >> "$DATA/postgresql.auto.conf"`;
/** Without these, everything that the log has is restored. */
export const STOP_AT = `printf "recovery_target_action = promote\\nrecovery_target_time = '%s'\\n" "$TIME" >> "$DATA/postgresql.auto.conf"`;
export const RECOVER = 'touch "$DATA/recovery.signal"';
