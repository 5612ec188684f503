// The machine: its folder, its disk, its key.
import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { bad, type Finding, good, note, reasonOf, warning } from './finding.ts'

const GIGABYTE = 1e9
const LOW_BYTES = 2 * GIGABYTE
const FULL_BYTES = 0.2 * GIGABYTE
const OTHERS = 0o077

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory()

export function checkFolder({ dataDir }: Pick<Config, 'dataDir'>): Finding {
  const check = 'Data folder'
  if (!existsSync(dataDir)) return note(check, `${dataDir} is not there yet: the first start makes it.`)
  try {
    if (!isFolder(dataDir)) return bad(check, `${dataDir} is not a folder.`, 'Set DATA_DIR to a folder.')
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return bad(check, `${dataDir}: ${reasonOf(error)}`, 'Let the user that Waystation runs as read and write it.')
  }
  return good(check, `${dataDir} can be written.`)
}

/** @param free bytes of a folder's disk; for tests */
export function checkDisk({ dataDir }: Pick<Config, 'dataDir'>, free = freeBytes): Finding {
  const check = 'Disk'
  if (!isFolder(dataDir)) return note(check, 'There is no data folder.')
  const bytes = free(dataDir)
  const says = `${(bytes / GIGABYTE).toFixed(1)} GB are free at ${dataDir}.`
  const advice = 'Make room, or clean up old usage logs on the settings page. Without room no call can be charged, and calls are refused.'
  return bytes < FULL_BYTES ? bad(check, says, advice) : bytes < LOW_BYTES ? warning(check, says, advice) : good(check, says)
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

export function checkKeyFile({ masterKey }: Pick<Config, 'masterKey'>): Finding {
  const check = 'Master key file'
  if (masterKey.text !== undefined && masterKey.text !== '') return note(check, 'MASTER_KEY is set: there is no file.')
  if (!existsSync(masterKey.path)) return note(check, `${masterKey.path} is not there yet: the first start makes it.`)
  const mode = statSync(masterKey.path).mode & 0o777
  return mode & OTHERS
    ? warning(check, `Others on this machine can read ${masterKey.path} (${mode.toString(8)}).`, `chmod 600 ${masterKey.path}`)
    : good(check, `Only its owner can read ${masterKey.path}. Keep a copy in another safe place.`)
}

/** Settlements that wait in files while the database is away, and are there still. */
export function checkSpool({ dataDir }: Pick<Config, 'dataDir'>): Finding {
  const check = 'Waiting settlements'
  const files = isFolder(dataDir) ? readdirSync(dataDir).filter((name) => /^settlements(-\d+)?\.spool$/.test(name)) : []
  const bytes = files.reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0)
  if (bytes === 0) return good(check, 'None: every charge is in the database.')
  return warning(
    check,
    `${bytes} bytes of settlements wait in ${files.join(', ')}.`,
    'They were made while the database was away. The server takes them over by itself; if it is not running, start it.',
  )
}
