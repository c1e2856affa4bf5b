/* Every call between app and server, by the name that both sides use. */
export { getMyAccount, login, logout } from './accounts.ts';
export { listDeviceSessions, removeDeviceSession } from './device-sessions.ts';
export { getAdvertisement, getAvodVideo, logAdEvent } from './ads.ts';
export { getEpisode, getItem, listEpisodes, listItems, listStartAgain, listThemes } from './catalogue.ts';
export { answerDeviceLink, authorizeDevice, getDeviceLink, getDeviceToken } from './devices.ts';
export { hideItem, listHiddenItems, showItem } from './hidden.ts';
export { listHistory, markWatched, removeHistory, restoreHistory, unmarkWatched } from './history.ts';
export { listHomeRows } from './home.ts';
export { listItemFilters } from './item-filters.ts';
export { askForItem, getItemRequest } from './item-requests.ts';
export { exportAccount, leaveAccount } from './leaving.ts';
export { beginIdentityCheck, getIdentityCheck } from './identity.ts';
export { changeInput, closeInput, getInput, openInput, writeInput } from './inputs.ts';
export {
  getNotificationSettings,
  listNotifications,
  readNotifications,
  updateNotificationSettings,
} from './notifications.ts';
export { changePassword, requestPasswordReset, resetPassword, setPassword } from './passwords.ts';
export { renewMediaTicket } from './media-tickets.ts';
export { updatePlayLog } from './play-logs.ts';
export { getVideo, getVideoDownload } from './playback.ts';
export { getPreparedVideo } from './prepared-videos.ts';
export { getOwnPreview, getPreview } from './preview.ts';
export {
  createProfile,
  getMyProfile,
  getProfileToken,
  listProfileImages,
  listProfiles,
  removeProfile,
  updateProfile,
} from './profiles.ts';
export { addWatchTime, getForgottenPin } from './profile-pins.ts';
export { listRelatedItems, listSeriesItems, listThemesOfItem } from './related.ts';
export { listReleases } from './releases.ts';
export { searchItems } from './search.ts';
export { beginSecondFactor, confirmSecondFactor, endSecondFactor, getSecondFactor } from './second-factor.ts';
export { checkEmail, confirmEmail, requestEmailCode, signUp } from './sign-up.ts';
export {
  blockProfile,
  getMyShortReview,
  likeShortReview,
  listRatingSet,
  listShortReviews,
  rateItem,
  reportShortReview,
  unblockProfile,
  unlikeShortReview,
  unrateItem,
  writeShortReview,
} from './reviews.ts';
export { redeemVoucher } from './vouchers.ts';
export { createOrder, getOrder, getPurchasable, listOrders, listPlans, listProducts, orderPlan } from './shop.ts';
export { removeStartAgain, restoreStartAgain } from './start-again.ts';
export { getMyStatistics } from './statistics.ts';
export { getStatus } from './status.ts';
export { listWeek } from './week.ts';
export { addWish, removeWish } from './wishes.ts';
export { reportCrash, reportQuality } from './quality.ts';
