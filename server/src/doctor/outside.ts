// What is reached from here: Redis, the mail server, vendors, and this installation from outside.
import { channelType } from '@waystation/contract/channels/channel-type'
import { serverAddress } from '@waystation/contract/options/payment'
import { smtpPort, smtpServer } from '@waystation/contract/options/smtp'
import { withoutEnd } from '@waystation/contract/values/without-end'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { OptionService } from '../domain/option/option-service.ts'
import { wholeExchange } from '../lib/bodies/whole-exchange.ts'
import { systemClock } from '../lib/clock.ts'
import { type Egress, openEgress } from '../lib/net/egress.ts'
import { reachSmtp } from '../lib/net/smtp.ts'
import { openRedis } from '../lib/shared/redis.ts'
import { findAddresses } from './doctor-store.ts'
import { bad, type Finding, good, note, plain, reasonOf, warning, words } from './finding.ts'

const WITHIN_MS = 5000
const MAX_NAMED = 10

export async function checkRedis({ redisUrl, redisTimeoutMs }: Pick<Config, 'redisUrl' | 'redisTimeoutMs'>): Promise<Finding> {
  const check = words('Redis', 'Redis')
  if (redisUrl === undefined) return note(check, words('Not used: one process works by itself.', '未使用：单个进程独立运行。'))
  let trouble: unknown
  const redis = await openRedis({
    ...{ url: redisUrl, site: 'doctor', answerWithinMs: redisTimeoutMs, clock: systemClock },
    onTrouble: (error) => {
      trouble = error
    },
  })
  try {
    const startedMs = performance.now()
    await redis.get('doctor')
    const tookMs = (performance.now() - startedMs).toFixed(1)
    return good(check, words(`It answers in ${tookMs} ms.`, `${tookMs} 毫秒内响应。`))
  } catch (error) {
    return bad(
      check,
      plain(reasonOf(trouble ?? error)),
      words(
        'See REDIS_URL. Without it limits count on each node alone, and changes reach the others late.',
        '请检查 REDIS_URL。没有 Redis 时，限额由各节点单独计算，变更会较晚传到其他节点。',
      ),
    )
  } finally {
    await redis.close()
  }
}

export async function checkMail(options: Pick<OptionService, 'get'>): Promise<Finding> {
  const check = words('Mail server', '邮件服务器')
  const [host, port] = [options.get(smtpServer), options.get(smtpPort)]
  if (host === '') return note(check, words('None is set up: no mail is sent.', '未设置，不发送邮件。'))
  try {
    await reachSmtp({ host, port }, AbortSignal.timeout(WITHIN_MS))
    return good(
      check,
      words(`${host}:${port} can be reached. The settings page sends a test mail.`, `可以连接 ${host}:${port}。可在设置页发送测试邮件。`),
    )
  } catch (error) {
    return bad(
      check,
      plain(`${host}:${port}: ${reasonOf(error)}`),
      words(
        'See the mail card of the settings page. Many providers block port 25: try 465 or 587.',
        '请检查设置页的邮件设置。许多服务商封锁 25 端口，可改用 465 或 587。',
      ),
    )
  }
}

export const openDoctorEgress = ({ operatorProxy }: Pick<Config, 'operatorProxy'>): Egress =>
  openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => WITHIN_MS, operatorProxy })

export interface Here {
  /** When the server here was started, in unix seconds; undefined: none answers. */
  readonly startTime: number | undefined
  /** Servers that work on this database. */
  readonly nodes: number
}

/** Whether the address that links and payment lead to is that of this server. */
export async function checkServerAddress(
  options: Pick<OptionService, 'get'>,
  egress: Egress,
  { startTime, nodes }: Here,
): Promise<Finding> {
  const check = words('Server address', '服务器地址')
  const address = options.get(serverAddress)
  if (address === '')
    return warning(
      check,
      words('It is not set.', '未设置。'),
      words(
        'Set it on the settings page: links in mails, payment and logging in elsewhere need it.',
        '请在设置页填写：邮件中的链接、支付和第三方登录都需要它。',
      ),
    )
  try {
    const there = await statusAt(egress, address)
    if (startTime === undefined)
      return note(
        check,
        words(
          `${address} answers as Waystation. No server answers here, so they cannot be compared.`,
          `${address} 是一个 Waystation。本机没有服务器响应，无法比较。`,
        ),
      )
    if (startTime === there) return good(check, words(`${address} leads to this server.`, `${address} 指向本服务器。`))
    // Behind one address each of several nodes may answer.
    if (nodes > 1) return good(check, words(`${address} leads to a Waystation.`, `${address} 指向一个 Waystation。`))
    return bad(
      check,
      words(`${address} leads to another server than the one here.`, `${address} 指向的不是本服务器。`),
      words(
        'See the address on the settings page, and where the proxy in front sends requests.',
        '请检查设置页的地址，以及前置代理把请求转发到哪里。',
      ),
    )
  } catch (error) {
    return bad(
      check,
      plain(`${address}: ${reasonOf(error)}`),
      words(
        'See that the name leads to the proxy in front, and that the proxy leads here. Some networks do not reach their own public address.',
        '请检查域名是否指向前置代理、代理是否转发到本机。有些网络无法访问自己的公网地址。',
      ),
    )
  }
}

/** When the server at a port of this machine was started; undefined: none answers. */
export function startTimeAt(egress: Egress, { port, basePath }: Pick<Config, 'port' | 'basePath'>): Promise<number | undefined> {
  return statusAt(egress, `http://127.0.0.1:${port}${basePath}`).catch(() => undefined)
}

const Status = z.object({ data: z.object({ start_time: z.number() }) })

/** When the Waystation at an address was started, unix seconds: by it two servers are told apart. */
async function statusAt(egress: Egress, address: string): Promise<number> {
  const url = new URL(`${withoutEnd(address, '/')}/api/status`)
  const { status, body } = await wholeExchange(egress, { method: 'GET', url, headers: {} }, { timeoutMs: WITHIN_MS, maxBytes: 200_000 })
  const answer = status === 200 ? Status.safeParse(JSON.parse(body.toString())).data : undefined
  if (!answer) throw new Error(`what answers there is not Waystation (status ${status})`)
  return answer.data.start_time
}

/** Whether anything answers where the calls of enabled channels go: no key is sent, and any answer is one. */
export async function checkVendors(database: Database, egress: Egress): Promise<Finding> {
  const check = words('Addresses of channels', '渠道地址')
  const origins = new Map<string, string[]>()
  for (const { name, type, base_url } of await findAddresses(database)) {
    const address = base_url || channelType(type).baseUrl
    // Some types compute theirs from other fields.
    if (!URL.canParse(address)) continue
    const { origin } = new URL(address)
    origins.set(origin, [...(origins.get(origin) ?? []), name])
  }
  const failed: string[] = []
  await Promise.all(
    [...origins].map(async ([origin, names]) => {
      try {
        const limits = { headersTimeoutMs: WITHIN_MS, bodyTimeoutMs: WITHIN_MS }
        const { body } = await egress.send({ method: 'GET', url: new URL(origin), headers: {}, ...limits })
        body.destroy()
      } catch (error) {
        failed.push(`${origin} (${names.slice(0, MAX_NAMED).join(', ')}): ${reasonOf(error)}`)
      }
    }),
  )
  if (failed.length === 0)
    return origins.size === 0
      ? note(check, words('No channel is enabled.', '没有已启用的渠道。'))
      : good(check, words(`All ${origins.size} can be reached.`, `${origins.size} 个地址全部可以连接。`))
  return bad(
    check,
    words(
      `${failed.length} of ${origins.size} cannot be reached: ${named(failed, '; ')}`,
      `${origins.size} 个地址中有 ${failed.length} 个无法连接：${named(failed, '；')}`,
    ),
    words(
      'See the base URL of these channels, the name server of this machine, and whether it needs HTTPS_PROXY.',
      '请检查这些渠道的接口地址、本机的域名解析，以及是否需要 HTTPS_PROXY。',
    ),
  )
}

const named = (failed: readonly string[], between: string) => failed.toSorted().slice(0, MAX_NAMED).join(between)
