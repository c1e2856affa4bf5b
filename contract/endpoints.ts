import { getMyAccount, login, logout } from './accounts.ts';
import { listDeviceSessions, removeDeviceSession } from './device-sessions.ts';
import { getAdvertisement, getAvodVideo, logAdEvent } from './ads.ts';
import { getEpisode, getItem, listEpisodes, listItems, listStartAgain, listThemes } from './catalogue.ts';
import { answerDeviceLink, authorizeDevice, getDeviceLink, getDeviceToken } from './devices.ts';
import { hideItem, listHiddenItems, showItem } from './hidden.ts';
import { listHistory, markWatched, removeHistory, restoreHistory, unmarkWatched } from './history.ts';
import { listHomeRows } from './home.ts';
import { listItemFilters } from './item-filters.ts';
import { askForItem, getItemRequest } from './item-requests.ts';
import { exportAccount, leaveAccount } from './leaving.ts';
import { beginIdentityCheck, getIdentityCheck } from './identity.ts';
import { changeInput, closeInput, getInput, openInput, writeInput } from './inputs.ts';
import {
  getNotificationSettings,
  listNotifications,
  readNotifications,
  updateNotificationSettings,
} from './notifications.ts';
import { changePassword, requestPasswordReset, resetPassword, setPassword } from './passwords.ts';
import { renewMediaTicket } from './media-tickets.ts';
import { updatePlayLog } from './play-logs.ts';
import { getVideo, getVideoDownload } from './playback.ts';
import { getPreparedVideo } from './prepared-videos.ts';
import { getOwnPreview, getPreview } from './preview.ts';
import {
  createProfile,
  getMyProfile,
  getProfileToken,
  listProfileImages,
  listProfiles,
  removeProfile,
  updateProfile,
} from './profiles.ts';
import { addWatchTime, getForgottenPin } from './profile-pins.ts';
import { listRelatedItems, listSeriesItems, listThemesOfItem } from './related.ts';
import { listReleases } from './releases.ts';
import { searchItems } from './search.ts';
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, getSecondFactor } from './second-factor.ts';
import { checkEmail, confirmEmail, requestEmailCode, signUp } from './sign-up.ts';
import {
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
import { redeemVoucher } from './vouchers.ts';
import { createOrder, getOrder, getPurchasable, listOrders, listPlans, listProducts, orderPlan } from './shop.ts';
import { removeStartAgain, restoreStartAgain } from './start-again.ts';
import { getMyStatistics } from './statistics.ts';
import { getStatus } from './status.ts';
import { listWeek } from './week.ts';
import { addWish, removeWish } from './wishes.ts';
import { reportCrash, reportQuality } from './quality.ts';

/** Every call between app and server, by the name that both sides use. */
export const endpoints = {
  getStatus,
  login,
  logout,
  getMyAccount,
  listDeviceSessions,
  removeDeviceSession,
  checkEmail,
  requestEmailCode,
  confirmEmail,
  signUp,
  changePassword,
  requestPasswordReset,
  resetPassword,
  setPassword,
  getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  authorizeDevice,
  getDeviceToken,
  getDeviceLink,
  answerDeviceLink,
  listProfiles,
  createProfile,
  updateProfile,
  removeProfile,
  getProfileToken,
  listProfileImages,
  getMyProfile,
  getMyStatistics,
  addWatchTime,
  getForgottenPin,
  listHomeRows,
  getPreview,
  getOwnPreview,
  getItem,
  listItemFilters,
  listItems,
  searchItems,
  listRelatedItems,
  listReleases,
  listWeek,
  listSeriesItems,
  listThemes,
  listThemesOfItem,
  listStartAgain,
  removeStartAgain,
  restoreStartAgain,
  listEpisodes,
  getEpisode,
  addWish,
  removeWish,
  getItemRequest,
  askForItem,
  getVideo,
  getPreparedVideo,
  updatePlayLog,
  renewMediaTicket,
  getVideoDownload,
  getAvodVideo,
  getAdvertisement,
  logAdEvent,
  rateItem,
  unrateItem,
  listRatingSet,
  getMyShortReview,
  listShortReviews,
  writeShortReview,
  likeShortReview,
  unlikeShortReview,
  reportShortReview,
  blockProfile,
  unblockProfile,
  getPurchasable,
  listProducts,
  createOrder,
  listPlans,
  orderPlan,
  redeemVoucher,
  getOrder,
  listOrders,
  leaveAccount,
  exportAccount,
  beginIdentityCheck,
  getIdentityCheck,
  openInput,
  getInput,
  writeInput,
  changeInput,
  closeInput,
  listNotifications,
  readNotifications,
  getNotificationSettings,
  updateNotificationSettings,
  listHistory,
  removeHistory,
  restoreHistory,
  markWatched,
  unmarkWatched,
  listHiddenItems,
  hideItem,
  showItem,
  reportQuality,
  reportCrash,
} as const;

export type EndpointName = keyof typeof endpoints;
