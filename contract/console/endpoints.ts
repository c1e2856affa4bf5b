import {
  changeMembership,
  findAccount,
  getSupportedAccount,
  listSupportedOrders,
  refundSupportedOrder,
  checkSupportedOrder,
  signOutAllDevices,
  signOutDevice,
} from './accounts.ts';
import { exportAuditEntries, listAuditEntries } from './audit.ts';
import { eraseAccount, exportSupportedAccount } from './leaving.ts';
import { cancelMediaJob, getMediaJob, listMediaJobs, removeMediaJob, retryMediaJob } from './media.ts';
import { getOperatedCrash, getOverview, getOverviewNow, listOperatedCrashes } from './overview.ts';
import { getRequestedTitle, listRequestedTitles, setRequestStatus } from './requests.ts';
import { getModeratedReview, judgeReview, listModeratedReviews } from './reviews.ts';
import { getServiceHealth, setMaintenance, setMinVersion } from './service.ts';
import {
  addStaff,
  changeStaffRole,
  consoleSignIn,
  consoleSignOut,
  endMyConsoleSession,
  endStaffSession,
  getConsoleSession,
  listMyConsoleSessions,
  listStaff,
  listStaffSessions,
  readStaffLink,
  removeStaff,
  renewStaffLink,
  acceptStaffLink,
} from './staff.ts';
import { changeRelease, getOperatedTitle, listOperatedTitles } from './titles.ts';

/** Every call of the console. A table of its own: televisions load the other one. */
export const consoleEndpoints = {
  consoleSignIn,
  getConsoleSession,
  consoleSignOut,
  readStaffLink,
  acceptStaffLink,
  listStaff,
  addStaff,
  changeStaffRole,
  renewStaffLink,
  removeStaff,
  listMyConsoleSessions,
  endMyConsoleSession,
  listStaffSessions,
  endStaffSession,
  listAuditEntries,
  exportAuditEntries,
  listOperatedTitles,
  getOperatedTitle,
  changeRelease,
  listMediaJobs,
  getMediaJob,
  retryMediaJob,
  cancelMediaJob,
  removeMediaJob,
  getServiceHealth,
  setMaintenance,
  setMinVersion,
  listModeratedReviews,
  getModeratedReview,
  judgeReview,
  findAccount,
  getSupportedAccount,
  changeMembership,
  listSupportedOrders,
  refundSupportedOrder,
  checkSupportedOrder,
  signOutDevice,
  signOutAllDevices,
  listRequestedTitles,
  getRequestedTitle,
  setRequestStatus,
  eraseAccount,
  exportSupportedAccount,
  getOverviewNow,
  getOverview,
  listOperatedCrashes,
  getOperatedCrash,
} as const;

export type ConsoleEndpointName = keyof typeof consoleEndpoints;
