import { fetchAllProfiles, fetchProfile } from '../compat/account.ts'
import { listenToChanges } from '../live-updates.ts'
import { createAppKey, fetchAppKeys, revokeAllAppKeys, revokeAppKey } from './app-keys.ts'
import { confirmSignIn } from './confirm-sign-in.ts'
import { deleteCookie, getCookie, setCookie } from './cookies.ts'
import { changeEmail, requestPasswordReset, resetPassword, sendVerification, verifyEmail } from './email.ts'
import { fetchKeys } from './keys.ts'
import {
  deleteUser,
  fetchOwnUser,
  updatePassword,
  updateUsername,
  updateUserProfilePath,
} from './own-account.ts'
import { fetchSessions, revokeOtherSessions, revokeSession } from './own-sessions.ts'
import {
  addPasskey,
  confirmWithPasskey,
  fetchPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  signUpWithPasskey,
  startPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
  startPasskeySignUp,
} from './passkeys.ts'
import { createUser, login, loginWithGoogle } from './sign-in.ts'
import { createRecoveryCodes, disableTotp, enableTotp, startTotp } from './totp.ts'

/** All operations of the account. */
export const accountOperations = [
  login,
  createUser,
  loginWithGoogle,
  confirmSignIn,
  fetchOwnUser,
  deleteUser,
  updateUsername,
  updatePassword,
  updateUserProfilePath,
  fetchSessions,
  revokeSession,
  revokeOtherSessions,
  fetchKeys,
  startTotp,
  enableTotp,
  createRecoveryCodes,
  disableTotp,
  startPasskeySignUp,
  signUpWithPasskey,
  startPasskeySignIn,
  signInWithPasskey,
  fetchPasskeys,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  startPasskeyConfirmation,
  confirmWithPasskey,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
  sendVerification,
  changeEmail,
  fetchProfile,
  fetchAllProfiles,
  setCookie,
  getCookie,
  deleteCookie,
  fetchAppKeys,
  createAppKey,
  revokeAppKey,
  revokeAllAppKeys,
  listenToChanges,
] as const
