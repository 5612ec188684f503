// The database, as it is: nothing of it is changed.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BookCheck } from '@waystation/contract/money/books'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { findCheck } from '../domain/books/check-store.ts'
import { openSecrets } from '../domain/setup/master-key.ts'
import type { Secrets } from '../lib/secret.ts'
import { findClockMs, findHoldings, findPending } from './doctor-store.ts'
import { bad, type Finding, good, note, plain, reasonOf, warning, words } from './finding.ts'

const SLOW_MS = 50
const SKEW_MS = 2000
const OPEN_WITHIN_MS = 15_000
const CHECK_AGE_DAYS = 7

const check = {
  database: words('Database', '数据库'),
  tables: words('Tables', '数据表'),
  masterKey: words('Master key', '主密钥'),
  clock: words('Clock', '时钟'),
  roots: words('Super admins', '超级管理员'),
  ledger: words('Ledger', '账本'),
  keys: words('Keys of channels', '渠道密钥'),
  outbox: words('Mail and webhooks', '邮件与 Webhook'),
  nodes: words('Nodes', '节点'),
} as const

export interface OpenedDatabase {
  readonly findings: Finding[]
  readonly database?: Database
}

/** Opens it without migrating it. */
export async function openForDoctor({ database: address }: Pick<Config, 'database'>): Promise<OpenedDatabase> {
  try {
    const opening = openDatabase({
      address,
      taskModules: [],
      tasks: [],
      isExclusive: false,
      steps: [],
      isRestoring: true,
      onDeath: () => {},
    })
    const late = sleep(OPEN_WITHIN_MS, undefined, { ref: false }).then(() => {
      throw new Error(`it has not answered within ${OPEN_WITHIN_MS / 1000} seconds`)
    })
    const database = await Promise.race([opening, late])
    return { database, findings: [await checkAnswer(database)] }
  } catch (error) {
    return { findings: [bad(check.database, plain(`${address.kind}: ${reasonOf(error)}`), adviceOn(address.kind))] }
  }
}

const adviceOn = (kind: Database['kind']) =>
  kind === 'sqlite'
    ? words('See that the file is one of SQLite and can be read.', '请检查该文件是否为 SQLite 文件且可读。')
    : words('See DATABASE_URL: host, port, name, user and password.', '请检查 DATABASE_URL：主机、端口、库名、用户和密码。')

/** Whether an open database answers. */
export async function checkAnswer(database: Database): Promise<Finding> {
  const { kind } = database
  try {
    const startedMs = performance.now()
    await database.read.introspection.getTables()
    const tookMs = Math.round(performance.now() - startedMs)
    return good(
      check.database,
      words(`${kind} answers (its list of tables took ${tookMs} ms).`, `${kind} 响应正常（列出数据表用时 ${tookMs} 毫秒）。`),
    )
  } catch (error) {
    return bad(check.database, plain(`${kind}: ${reasonOf(error)}`), adviceOn(kind))
  }
}

/** Tables, key, clock and what is in it. @param nowMs unix milliseconds */
export async function checkDatabase(database: Database, { masterKey }: Pick<Config, 'masterKey'>, nowMs: () => number) {
  const findings: Finding[] = []
  const { seen, pending, isHalfRestored } = await findPending(database)
  if (seen === 0) {
    findings.push(note(check.tables, words('There are none yet: the first start makes them.', '尚无数据表，首次启动时创建。')))
    return { findings, nodes: 0 }
  }
  findings.push(tablesFinding(pending, isHalfRestored))
  let secrets: Secrets | undefined
  try {
    secrets = await openSecrets(database.read, masterKey)
    findings.push(good(check.masterKey, words('It is the one that this database was set up with.', '与该数据库初始化时使用的主密钥一致。')))
  } catch (error) {
    findings.push(
      bad(check.masterKey, plain(reasonOf(error)), words('Bring the key that belongs to this database.', '请使用属于该数据库的主密钥。')),
    )
  }
  if (pending > 0 || isHalfRestored) return { findings, secrets, nodes: 0 }
  const held = await checkHoldings(database, nowMs)
  findings.push(await checkClock(database, nowMs), ...held.findings)
  return { findings, secrets, nodes: held.nodes }
}

function tablesFinding(pending: number, isHalfRestored: boolean): Finding {
  if (isHalfRestored)
    return bad(
      check.tables,
      words('A restore was not finished, so only a part of the backup is here.', '上次恢复未完成，只恢复了备份的一部分。'),
      words('Run waystation restore again: it begins anew.', '请重新运行 waystation restore，它会从头开始。'),
    )
  if (pending > 0)
    return warning(
      check.tables,
      words(`${pending} changes of the tables are still to be made.`, `还有 ${pending} 项数据表变更待执行。`),
      words(
        'The next start makes them, or waystation migrate. Make a backup before.',
        '下次启动时或运行 waystation migrate 时执行，请先备份。',
      ),
    )
  return good(check.tables, words('They are of this version.', '与当前版本一致。'))
}

async function checkClock(database: Database, nowMs: () => number): Promise<Finding> {
  const { kind } = database
  if (kind === 'sqlite') return note(check.clock, words('The database has the clock of this machine.', '数据库使用本机时钟。'))
  const startedMs = performance.now()
  const theirs = await findClockMs(database, kind)
  const tookMs = performance.now() - startedMs
  const skewMs = Math.abs(nowMs() - tookMs / 2 - theirs)
  const skew = (skewMs / 1000).toFixed(1)
  const says = words(`${skew} s apart from the database's.`, `与数据库时钟相差 ${skew} 秒。`)
  if (skewMs > SKEW_MS)
    return bad(
      check.clock,
      says,
      words(
        'Let both machines set their clocks by the network (NTP): times of sessions, codes and limits are compared.',
        '请让两台机器通过网络校时（NTP）：会话、验证码和限额都要比较时间。',
      ),
    )
  if (tookMs <= SLOW_MS) return good(check.clock, says)
  const took = Math.round(tookMs)
  return warning(
    check.clock,
    words(`${says.en} It answered after ${took} ms.`, `${says.zh}响应用时 ${took} 毫秒。`),
    words('Each call waits for the database twice: put it nearer.', '每次调用都要等待数据库两次，请将其部署得更近。'),
  )
}

async function checkHoldings(database: Database, nowMs: () => number): Promise<{ findings: Finding[]; nodes: number }> {
  const { roots, keyless, stuck, nodes } = await findHoldings(database, nowMs())
  const last = await findCheck(database)
  const findings = [
    roots > 0
      ? good(check.roots, words(`${roots} can log in.`, `${roots} 人可以登录。`))
      : bad(
          check.roots,
          words('Nobody can log in as one.', '没有人能以超级管理员身份登录。'),
          plain('waystation user promote NAME, waystation user unlock NAME'),
        ),
    ledgerFinding(last, nowMs()),
    keyless.length > 0
      ? warning(
          check.keys,
          words(
            `These enabled channels have no key that works: ${keyless.join(', ')}.`,
            `以下已启用的渠道没有可用的密钥：${keyless.join('、')}。`,
          ),
          words('Give them a key on the channels page, or disable them.', '请在渠道页为其添加密钥，或将其禁用。'),
        )
      : good(check.keys, words('Every enabled channel has one.', '每个已启用的渠道都有可用的密钥。')),
    stuck > 0
      ? warning(
          check.outbox,
          words(`${stuck} have waited for more than an hour.`, `${stuck} 条已等待超过一小时。`),
          words('The settings page sends a test mail and says what the server answers.', '可在设置页发送测试邮件，查看邮件服务器的答复。'),
        )
      : good(check.outbox, words('None has waited for long.', '没有长时间等待的消息。')),
    note(check.nodes, nodes > 0 ? words(`${nodes} running.`, `${nodes} 个正在运行。`) : words('None is running.', '没有节点在运行。')),
  ]
  return { findings, nodes }
}

function ledgerFinding(last: BookCheck | undefined, nowMs: number): Finding {
  if (last === undefined)
    return note(check.ledger, words('It was not checked yet: waystation reconcile does it.', '尚未核对，可运行 waystation reconcile。'))
  const { length } = last.differences
  if (length > 0)
    return bad(
      check.ledger,
      words(`The last check found ${length} differences.`, `上次核对发现 ${length} 处差异。`),
      words('waystation reconcile names them.', '运行 waystation reconcile 可列出这些差异。'),
    )
  const days = Math.floor((nowMs / 1000 - last.at) / 86_400)
  if (days >= CHECK_AGE_DAYS)
    return warning(
      check.ledger,
      words(`It was last checked ${days} days ago.`, `上次核对是在 ${days} 天前。`),
      words('Each start of the server checks it, and waystation reconcile does.', '服务器每次启动时核对，也可运行 waystation reconcile。'),
    )
  return good(check.ledger, words('At its last check everything added up.', '上次核对时账目一致。'))
}
