// The write tasks of accounts, of ways in, and of what people are told.
import type { AnyWriteTask } from '../db/write-task.ts'
import { createAnnouncement, deleteAnnouncement, editAnnouncement, endAnnouncement } from './announcement/announcement-store.ts'
import { issueCode, purgeCodes, redeemCode } from './code/one-time-code-store.ts'
import { keepConfirmation } from './factor/confirmation-store.ts'
import { openFactorStep, purgeFactorSteps, redeemLoginCode, takeFactorStep } from './factor/factor-step-store.ts'
import { addPasskey, removePasskey, renamePasskey, usePasskey } from './factor/passkey-store.ts'
import { disableTotp, enableTotp, replaceRecoveryCodes, spendCode, startTotp } from './factor/totp-store.ts'
import { endHumanPass, keepHumanPass, purgeHumanPasses, takeHumanPass } from './human-check/human-pass-store.ts'
import { bindIdentity, registerIdentity, unbindIdentity } from './identity/identity-store.ts'
import { openSignInState, purgeSignIns, spendProof, takeSignInState } from './identity/sign-in-state-store.ts'
import { createMessage, deleteMessage, editMessage, readAllMessages, readMessage } from './message/message-store.ts'
import { addDeliveries, claimDeliveries, freeClaims, purgeDeliveries, recordAttempt } from './outbox/outbox-store.ts'
import { endSession, endUserSessions, openSession, purgeSessions, touchSession } from './session/session-store.ts'
import { clearTries, giveBackTries, purgeTries, takeTries } from './throttle/throttle-store.ts'
import {
  changeAccessToken,
  changeAccount,
  closeAccount,
  endAccessToken,
  ensureAffCode,
  saveSetting,
  setAccessToken,
  touchAccessToken,
} from './user/accounts/account-store.ts'
import { grantQuota } from './user/registration/quota-grant-store.ts'
import { bindEmail, mailCode, registerAccount, resetPassword } from './user/registration/registration-store.ts'
import { addUser, editUser, manageUser, resetFactors } from './user/user-manage-store.ts'
import { createUser, replacePasswordHash, setUserAccess, setUserLanguage } from './user/user-store.ts'

export const peopleTasks: readonly AnyWriteTask[] = [
  createUser,
  setUserLanguage,
  setUserAccess,
  replacePasswordHash,
  grantQuota,
  addUser,
  editUser,
  manageUser,
  changeAccount,
  closeAccount,
  saveSetting,
  setAccessToken,
  changeAccessToken,
  endAccessToken,
  touchAccessToken,
  ensureAffCode,
  openSession,
  touchSession,
  endSession,
  endUserSessions,
  purgeSessions,
  takeTries,
  giveBackTries,
  clearTries,
  purgeTries,
  issueCode,
  redeemCode,
  purgeCodes,
  createAnnouncement,
  editAnnouncement,
  endAnnouncement,
  deleteAnnouncement,
  createMessage,
  editMessage,
  deleteMessage,
  readMessage,
  readAllMessages,
  addDeliveries,
  claimDeliveries,
  recordAttempt,
  freeClaims,
  purgeDeliveries,
  mailCode,
  registerAccount,
  resetPassword,
  bindEmail,
  registerIdentity,
  bindIdentity,
  unbindIdentity,
  openSignInState,
  takeSignInState,
  spendProof,
  purgeSignIns,
  keepHumanPass,
  endHumanPass,
  purgeHumanPasses,
  takeHumanPass,
  openFactorStep,
  takeFactorStep,
  redeemLoginCode,
  purgeFactorSteps,
  startTotp,
  enableTotp,
  disableTotp,
  replaceRecoveryCodes,
  spendCode,
  addPasskey,
  usePasskey,
  renamePasskey,
  removePasskey,
  keepConfirmation,
  resetFactors,
]
