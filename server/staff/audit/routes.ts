import { exportAuditEntries, listAuditEntries } from '#contract/console/audit.ts';
import type { MountConsole } from '#server/http/mount-console.ts';
import type { AuditLog } from './audit-log.ts';

export function mountAudit(mount: MountConsole, audit: AuditLog): void {
  mount(listAuditEntries, ({ query }) => audit.list(query));
  mount(exportAuditEntries, ({ query }) => audit.exportLines(query));
}
