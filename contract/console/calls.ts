/* Every call of the console. A table of its own: televisions load the other one. */
export {
  changeMembership,
  getSupportedAccount,
  listSupportedOrders,
  refundSupportedOrder,
  checkSupportedOrder,
  sendReceipt,
  signOutAllDevices,
  signOutDevice,
} from './accounts.ts';
export { examineAccounts, exportRefusedAccounts, importAccounts, inviteAccount } from './account-import.ts';
export {
  addAccountNote,
  changeAccountEmail,
  findAccount,
  listAccounts,
  removeProfilePin,
  sendEmailProof,
  sendPasswordMail,
  stopPlayback,
} from './people.ts';
export {
  addAdvertisement,
  changeAdvertisement,
  endAdvertisement,
  getOperatedAdvertisement,
  listAdvertisementClips,
  listOperatedAdvertisements,
} from './advertisements.ts';
export { exportAuditEntries, listAuditEntries } from './audit.ts';
export {
  exportAdvertisementDays,
  exportAdvertisements,
  exportAuditTable,
  exportCrashes,
  exportDevices,
  exportAccounts,
  exportPlans,
  exportProducts,
  exportVouchers,
  exportVoucherUses,
  exportSales,
  exportSold,
  exportEpisodes,
  exportInbox,
  exportJobs,
  exportMediaJobs,
  exportMySessions,
  exportOrders,
  exportOverview,
  exportRequests,
  exportReviews,
  exportStaff,
  exportStaffSessions,
  exportTokens,
  exportWebhookMessages,
  exportTitles,
  exportViewing,
  exportViewedTitles,
  exportViewedEpisodes,
  exportMissedSearches,
  exportCohorts,
  exportOpenedRows,
  exportLicensorReport,
} from './exports.ts';
export { getInbox, removeInboxFile, startInboxAdvertisements, startInboxFiles } from './inbox.ts';
export { eraseAccount, exportSupportedAccount } from './leaving.ts';
export { cancelMediaJob, getMediaJob, listMediaJobs, moveMediaJob, removeMediaJob, retryMediaJob } from './media.ts';
export { addLook, changeLook, listLooks, orderLooks, removeLook, setLookPicture, setUpService } from './looks.ts';
export { addPlan, changePlan, changeProduct, listOperatedPlans, listOperatedProducts } from './offers.ts';
export { getOperatedCrash, getOverview, getOverviewNow, listOpenedRows, listOperatedCrashes } from './overview.ts';
export { getRequestedTitle, listRequestedTitles, setRequestStatus } from './requests.ts';
export { getSales, listSold } from './sales.ts';
export { getModeratedReview, judgeReview, listModeratedReviews } from './reviews.ts';
export { examineService, getServiceHealth, setMaintenance, setMinVersion } from './service.ts';
export {
  addStaff,
  changeStaffRole,
  confirmConsoleSession,
  consoleSignIn,
  consoleSignOut,
  endMyConsoleSession,
  endStaffSession,
  getConsoleSession,
  getSignInWays,
  listMyConsoleSessions,
  listStaff,
  listStaffSessions,
  readStaffLink,
  removeStaff,
  renewStaffLink,
  acceptStaffLink,
} from './staff.ts';
export { listClips } from './clips.ts';
export {
  addTitleEpisode,
  changeEpisode,
  changeEpisodeMarks,
  changeProducts,
  changeTitle,
  createTitle,
  getEpisodeMarks,
  getTitleForm,
  getTitleRecord,
  orderEpisodes,
  previewTitle,
  removeTitle,
  removeTitleEpisode,
  setEpisodePicture,
  setTitlePicture,
} from './title-editing.ts';
export { lookAtMove, moveEpisode } from './moving.ts';
export { listTitleChoices } from './title-choices.ts';
export { chooseDrawingStyle, getDrawingStyles } from './drawing-styles.ts';
export { beginReading, correctReadLines, listReadLines, publishReading, removeReading } from './readings.ts';
export {
  addSound,
  addSubtitle,
  changeSounds,
  changeSubtitles,
  examineSubtitle,
  getEpisodeTracks,
  readInboxSubtitle,
} from './tracks.ts';
export { addToken, listTokens, revokeToken } from './tokens.ts';
export { changeRelease, getOperatedTitle, listOperatedTitles } from './titles.ts';
export { addVoucher, changeVoucher, listVouchers, listVoucherUses } from './vouchers.ts';
export {
  addWebhook,
  changeWebhook,
  listWebhookMessages,
  listWebhooks,
  removeWebhook,
  testWebhook,
} from './webhooks.ts';
export { getViewing, listViewedTitles, getViewedTitle, listMissedSearches, listCohorts } from './viewing.ts';
