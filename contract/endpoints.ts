import { getMyAccount, listDeviceSessions, login, logout, removeDeviceSession } from './accounts.ts';
import { getAdvertisement, getAvodVideo, logAdEvent } from './ads.ts';
import {
  addWish,
  askForItem,
  getEpisode,
  getItem,
  getItemRequest,
  listEpisodes,
  listItems,
  listRelatedItems,
  listSeriesItems,
  listStartAgain,
  listThemes,
  listThemesOfItem,
  removeWish,
  searchItems,
} from './catalogue.ts';
import { answerDeviceLink, authorizeDevice, getDeviceLink, getDeviceToken } from './devices.ts';
import { listHomeRows } from './home.ts';
import { changePassword, requestPasswordReset, resetPassword, setPassword } from './passwords.ts';
import { getVideo, getVideoDownload, updatePlayLog } from './playback.ts';
import {
  createProfile,
  getMyProfile,
  getProfileToken,
  listProfileImages,
  listProfiles,
  removeProfile,
  updateProfile,
} from './profiles.ts';
import { checkEmail, confirmEmail, requestEmailCode, signUp } from './sign-up.ts';
import {
  getMyShortReview,
  likeShortReview,
  listRatingSet,
  listShortReviews,
  rateItem,
  unlikeShortReview,
  unrateItem,
  writeShortReview,
} from './reviews.ts';
import { createOrder, getOrder, getPurchasable, listProducts } from './shop.ts';
import { getStatus } from './status.ts';

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
  listHomeRows,
  getItem,
  listItems,
  searchItems,
  listRelatedItems,
  listSeriesItems,
  listThemes,
  listThemesOfItem,
  listStartAgain,
  listEpisodes,
  getEpisode,
  addWish,
  removeWish,
  getItemRequest,
  askForItem,
  getVideo,
  updatePlayLog,
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
  getPurchasable,
  listProducts,
  createOrder,
  getOrder,
} as const;

export type EndpointName = keyof typeof endpoints;
