// Every write task there is: SQLite's writer thread loads this module and runs them by name.
import type { AnyWriteTask } from '../db/write-task.ts'
import { appendAudit } from './audit/audit-store.ts'
import { disableBrokeChannel, noteBalance } from './channel/channel-balance-store.ts'
import { editChannel } from './channel/channel-edit.ts'
import { addKeys, autoDisableKey, noteKeysUsed, removeKey, setKeyStatus } from './channel/channel-key-store.ts'
import { changeTagged, deleteChannels, deleteDisabledChannels, tagChannels } from './channel/channel-many-store.ts'
import { createChannel, deleteChannel, noteChannelTest } from './channel/channel-store.ts'
import { issueCode, purgeCodes, redeemCode } from './code/one-time-code-store.ts'
import { foldBatches, purgeBatches } from './ledger/fold.ts'
import { commitBatch, endLease, openSystemAccounts, renewLease } from './ledger/ledger-tasks.ts'
import { purgeHolds, recoverHolds } from './ledger/recover.ts'
import { removeOldLogs } from './log/log-store.ts'
import { saveOptions } from './option/option-store.ts'
import { deleteResponse, keepResponse, purgeResponses, trimResponses } from './response/response-store.ts'
import { endSession, openSession, purgeSessions, touchSession } from './session/session-store.ts'
import { keepKeyCheck } from './setup/master-key-store.ts'
import { setUp } from './setup/setup-store.ts'
import { clearTries, giveBackTries, purgeTries, takeTries } from './throttle/throttle-store.ts'
import { changeToken, createToken, deleteToken } from './token/token-store.ts'
import { grantQuota } from './user/quota-grant-store.ts'
import { createUser, setUserAccess, setUserLanguage } from './user/user-store.ts'
import { keepItems, purgeVault } from './vault/vault-store.ts'

export const writeTasks: readonly AnyWriteTask[] = [
  commitBatch,
  openSystemAccounts,
  renewLease,
  endLease,
  recoverHolds,
  purgeHolds,
  foldBatches,
  purgeBatches,
  saveOptions,
  appendAudit,
  keepKeyCheck,
  setUp,
  createUser,
  setUserLanguage,
  setUserAccess,
  grantQuota,
  openSession,
  touchSession,
  endSession,
  purgeSessions,
  createToken,
  changeToken,
  deleteToken,
  removeOldLogs,
  createChannel,
  editChannel,
  deleteChannel,
  noteChannelTest,
  autoDisableKey,
  setKeyStatus,
  addKeys,
  noteBalance,
  disableBrokeChannel,
  removeKey,
  noteKeysUsed,
  deleteChannels,
  deleteDisabledChannels,
  tagChannels,
  changeTagged,
  keepItems,
  purgeVault,
  keepResponse,
  deleteResponse,
  purgeResponses,
  trimResponses,
  takeTries,
  giveBackTries,
  clearTries,
  purgeTries,
  issueCode,
  redeemCode,
  purgeCodes,
]
