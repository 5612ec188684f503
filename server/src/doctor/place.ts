// The machine: its folder, its disk, its key.
import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { bad, type Finding, good, note, plain, reasonOf, warning, words } from './finding.ts'

const GIGABYTE = 1e9
const LOW_BYTES = 2 * GIGABYTE
const FULL_BYTES = 0.2 * GIGABYTE
const OTHERS = 0o077

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory()

export function checkFolder({ dataDir }: Pick<Config, 'dataDir'>): Finding {
  const check = words('Data folder', '数据目录')
  if (!existsSync(dataDir))
    return note(check, words(`${dataDir} is not there yet: the first start makes it.`, `${dataDir} 尚不存在，首次启动时创建。`))
  try {
    if (!isFolder(dataDir))
      return bad(
        check,
        words(`${dataDir} is not a folder.`, `${dataDir} 不是目录。`),
        words('Set DATA_DIR to a folder.', '请将 DATA_DIR 设为一个目录。'),
      )
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return bad(
      check,
      plain(`${dataDir}: ${reasonOf(error)}`),
      words('Let the user that Waystation runs as read and write it.', '请允许运行 Waystation 的系统用户读写该目录。'),
    )
  }
  return good(check, words(`${dataDir} can be written.`, `${dataDir} 可写。`))
}

/** @param free bytes of a folder's disk; for tests */
export function checkDisk({ dataDir }: Pick<Config, 'dataDir'>, free = freeBytes): Finding {
  const check = words('Disk', '磁盘')
  if (!isFolder(dataDir)) return note(check, words('There is no data folder.', '没有数据目录。'))
  const bytes = free(dataDir)
  const size = (bytes / GIGABYTE).toFixed(1)
  const says = words(`${size} GB are free at ${dataDir}.`, `${dataDir} 剩余 ${size} GB。`)
  const advice = words(
    'Make room, or clean up old usage logs on the settings page. Without room no call can be charged, and calls are refused.',
    '请释放空间，或在设置页清理旧的使用日志。空间用尽后无法计费，调用会被拒绝。',
  )
  return bytes < FULL_BYTES ? bad(check, says, advice) : bytes < LOW_BYTES ? warning(check, says, advice) : good(check, says)
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

export function checkKeyFile({ masterKey }: Pick<Config, 'masterKey'>): Finding {
  const check = words('Master key file', '主密钥文件')
  const { path } = masterKey
  if (masterKey.text !== undefined && masterKey.text !== '')
    return note(check, words('MASTER_KEY is set: there is no file.', '已设置 MASTER_KEY，不使用文件。'))
  if (!existsSync(path))
    return note(check, words(`${path} is not there yet: the first start makes it.`, `${path} 尚不存在，首次启动时创建。`))
  const mode = statSync(path).mode & 0o777
  if (mode & OTHERS) {
    const shown = mode.toString(8)
    return warning(
      check,
      words(`Others on this machine can read ${path} (${shown}).`, `本机的其他用户可以读取 ${path}（${shown}）。`),
      plain(`chmod 600 ${path}`),
    )
  }
  return good(
    check,
    words(`Only its owner can read ${path}. Keep a copy in another safe place.`, `只有所有者可以读取 ${path}。请在别处妥善保存一份副本。`),
  )
}

/** Settlements that wait in files while the database is away, and are there still. */
export function checkSpool({ dataDir }: Pick<Config, 'dataDir'>): Finding {
  const check = words('Waiting settlements', '待入账的结算')
  const files = isFolder(dataDir) ? readdirSync(dataDir).filter((name) => /^settlements(-\d+)?\.spool$/.test(name)) : []
  const bytes = files.reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0)
  if (bytes === 0) return good(check, words('None: every charge is in the database.', '没有：所有扣费均已写入数据库。'))
  return warning(
    check,
    words(`${bytes} bytes of settlements wait in ${files.join(', ')}.`, `${files.join('、')} 中有 ${bytes} 字节的结算等待入账。`),
    words(
      'They were made while the database was away. The server takes them over by itself; if it is not running, start it.',
      '它们产生于数据库不可用期间。服务器会自动入账；如未运行，请启动服务器。',
    ),
  )
}
