// Every write task there is: SQLite's writer thread loads this module and runs them by name.
import type { AnyWriteTask } from '../db/write-task.ts'
import { appendAudit } from './audit/audit-store.ts'
import { beginRestore, moveNumbers, restoreRows } from './backup/backup-store.ts'
import { removeBill, saveBill } from './books/bill-store.ts'
import { keepCheck } from './books/check-store.ts'
import { tellWriteOffs } from './books/write-off-store.ts'
import { removeBudget, renewBudget, saveBudget } from './budget/budget-store.ts'
import { noteBalance } from './channel/channel-balance-store.ts'
import { changeChannels, setFields } from './channel/channel-change-store.ts'
import { editChannel } from './channel/channel-edit.ts'
import {
  changeTagged,
  deleteChannels,
  deleteDisabledChannels,
  mendChannels,
  setManyStatus,
  tagChannels,
} from './channel/channel-many-store.ts'
import { replaceSetting } from './channel/channel-proxy-store.ts'
import { createChannel, deleteChannel, noteChannelTest } from './channel/channel-store.ts'
import { disableChannel, enableTested } from './channel/health/auto-status-store.ts'
import { addKeys, autoDisableKey, noteKeysUsed, removeKey, setKeyStatus } from './channel/keys/channel-key-store.ts'
import { claimRun, endRun, renewRun } from './channel/runs/run-lease-store.ts'
import { forgetLists, ignoreDifferences, noteList, noteListFailure, setAlways } from './channel/watch/watch-store.ts'
import { purgeContents, saveContent } from './content/call-content-store.ts'
import { keepDoctorRun } from './doctor/doctor-run-store.ts'
import { moveGroupMembers } from './group/group-store.ts'
import { noteGroupsPriced } from './group/group-upgrade.ts'
import { collectDue } from './ledger/debts/debt.ts'
import { purgeHolds, recoverHolds } from './ledger/holds/recover.ts'
import { commitBatch, endLease, endOtherLeases, openSystemAccounts, renewLease } from './ledger/ledger-tasks.ts'
import { foldBatches, purgeBatches } from './ledger/projections/fold.ts'
import { removeOtherZones, sumDay } from './ledger/projections/zone-days-store.ts'
import { removeOldLogs } from './log/log-store.ts'
import { keepImportRun } from './move-in/carried-store.ts'
import { carryChannels } from './move-in/channel-carry-store.ts'
import { carryCodes } from './move-in/code-carry-store.ts'
import { carryLogs } from './move-in/log-carry-store.ts'
import { carryTokens } from './move-in/token-carry-store.ts'
import { carryUsers, linkInviters } from './move-in/user-carry-store.ts'
import { markCommandChange } from './node/command-change-store.ts'
import { reportNode } from './node/node-store.ts'
import { warnOfBudget } from './notice/budget-warning-store.ts'
import { giveNotice, markBalances } from './notice/notice-store.ts'
import { tellAll, tellAlone } from './notice/root-notice-store.ts'
import { saveOptions } from './option/option-store.ts'
import { peopleTasks } from './people-write-tasks.ts'
import { savePriceVersion } from './pricing/versions/price-version-store.ts'
import {
  createRedemptions,
  deleteRedemptions,
  disableRedemptions,
  editRedemption,
  redeemQuotaCode,
  setRedemptionStatus,
} from './redemption/redemption-store.ts'
import { deleteResponse, purgeResponses, saveResponse, trimResponses } from './response/response-store.ts'
import { checkIn, transferReferral } from './reward/reward-store.ts'
import { noteServerErrors, removeServerError, seeServerErrors } from './server-error/server-error-store.ts'
import { keepKeyCheck } from './setup/master-key-store.ts'
import { setUp } from './setup/setup-store.ts'
import { beginMonth } from './statement/month-zone-store.ts'
import { mailStatement } from './statement/statement-mail-store.ts'
import { addCopy, forgetCopy, nameCopy, purgeCopies } from './task/batch-copy-store.ts'
import { claimTask, endClaim, purgeClaims, renewClaim } from './task/task-claim-store.ts'
import { acceptTask, deferTasks, markTasks, noteTold, removeOldTasks, removeTask, reportTasks } from './task/task-tasks.ts'
import { adoptKey } from './token/foreign/foreign-key-store.ts'
import { changeToken, createToken, deleteToken } from './token/token-store.ts'
import { claimAsking, completeOrder, noteCheckout } from './top-up/open-order-store.ts'
import { createOrder, payOrder } from './top-up/order-store.ts'
import { beginRefund, endRefund, undoRefund } from './top-up/refund-store.ts'
import { keepRefused } from './top-up/refused-notice-store.ts'
import { endCheckout, followDispute, followGivenBack } from './top-up/reversal-store.ts'
import { purgeVault, saveItems } from './vault/vault-store.ts'
import { deleteFile, purgeFiles, saveFile, updateFile } from './vendor-file/vendor-file-store.ts'

export const writeTasks: readonly AnyWriteTask[] = [
  ...peopleTasks,
  commitBatch,
  openSystemAccounts,
  renewLease,
  endLease,
  endOtherLeases,
  recoverHolds,
  reportNode,
  markCommandChange,
  purgeHolds,
  foldBatches,
  sumDay,
  removeOtherZones,
  purgeBatches,
  saveOptions,
  tellWriteOffs,
  saveBudget,
  renewBudget,
  removeBudget,
  savePriceVersion,
  appendAudit,
  keepKeyCheck,
  setUp,
  createToken,
  changeToken,
  deleteToken,
  adoptKey,
  removeOldLogs,
  createChannel,
  moveGroupMembers,
  noteGroupsPriced,
  editChannel,
  deleteChannel,
  replaceSetting,
  noteChannelTest,
  autoDisableKey,
  setKeyStatus,
  addKeys,
  noteBalance,
  noteList,
  noteListFailure,
  ignoreDifferences,
  setAlways,
  forgetLists,
  disableChannel,
  enableTested,
  claimRun,
  renewRun,
  endRun,
  tellAll,
  tellAlone,
  removeKey,
  noteKeysUsed,
  deleteChannels,
  deleteDisabledChannels,
  setManyStatus,
  tagChannels,
  changeChannels,
  setFields,
  mendChannels,
  changeTagged,
  createRedemptions,
  editRedemption,
  setRedemptionStatus,
  disableRedemptions,
  deleteRedemptions,
  redeemQuotaCode,
  saveBill,
  removeBill,
  keepCheck,
  keepDoctorRun,
  checkIn,
  beginMonth,
  mailStatement,
  transferReferral,
  giveNotice,
  markBalances,
  warnOfBudget,
  createOrder,
  payOrder,
  claimAsking,
  completeOrder,
  noteCheckout,
  keepRefused,
  endCheckout,
  followDispute,
  followGivenBack,
  collectDue,
  beginRefund,
  endRefund,
  undoRefund,
  saveContent,
  purgeContents,
  saveItems,
  purgeVault,
  acceptTask,
  claimTask,
  renewClaim,
  endClaim,
  purgeClaims,
  addCopy,
  nameCopy,
  forgetCopy,
  purgeCopies,
  removeOldTasks,
  reportTasks,
  deferTasks,
  markTasks,
  noteTold,
  removeTask,
  saveFile,
  updateFile,
  deleteFile,
  purgeFiles,
  saveResponse,
  deleteResponse,
  purgeResponses,
  trimResponses,
  beginRestore,
  restoreRows,
  moveNumbers,
  carryUsers,
  linkInviters,
  carryTokens,
  carryChannels,
  carryCodes,
  carryLogs,
  keepImportRun,
  noteServerErrors,
  seeServerErrors,
  removeServerError,
]
