// What is reached from here: Redis, the mail server, vendors, and this installation from outside.
import { channelType } from '@waystation/contract/channels/channel-type'
import { serverAddress } from '@waystation/contract/options/payment'
import { smtpPort, smtpServer } from '@waystation/contract/options/smtp'
import { withoutEnd } from '@waystation/contract/values/without-end'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { OptionService } from '../../domain/option/option-service.ts'
import { readCapped } from '../../lib/bodies/read-capped.ts'
import { systemClock } from '../../lib/clock.ts'
import { type Egress, openEgress } from '../../lib/net/egress.ts'
import { reachSmtp } from '../../lib/net/smtp.ts'
import { openRedis } from '../../lib/shared/redis.ts'
import { findAddresses } from './doctor-store.ts'
import { bad, type Finding, good, note, reasonOf, warning } from './finding.ts'

const WITHIN_MS = 5000
const MAX_NAMED = 10

export async function checkRedis({ redisUrl, redisTimeoutMs }: Pick<Config, 'redisUrl' | 'redisTimeoutMs'>): Promise<Finding> {
  const check = 'Redis'
  if (redisUrl === undefined) return note(check, 'Not used: one process works by itself.')
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
    return good(check, `It answers in ${(performance.now() - startedMs).toFixed(1)} ms.`)
  } catch (error) {
    return bad(
      check,
      reasonOf(trouble ?? error),
      'See REDIS_URL. Without it limits count on each node alone, and changes reach the others late.',
    )
  } finally {
    await redis.close()
  }
}

export async function checkMail(options: Pick<OptionService, 'get'>): Promise<Finding> {
  const check = 'Mail server'
  const [host, port] = [options.get(smtpServer), options.get(smtpPort)]
  if (host === '') return note(check, 'None is set up: no mail is sent.')
  try {
    await reachSmtp({ host, port }, AbortSignal.timeout(WITHIN_MS))
    return good(check, `${host}:${port} can be reached. The settings page sends a test mail.`)
  } catch (error) {
    return bad(
      check,
      `${host}:${port}: ${reasonOf(error)}`,
      'See the mail card of the settings page. Many providers block port 25: try 465 or 587.',
    )
  }
}

export const openDoctorEgress = ({ operatorProxy }: Pick<Config, 'operatorProxy'>): Egress =>
  openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => WITHIN_MS, operatorProxy })

/** Whether the address that links and payment lead to is that of this server. */
export async function checkServerAddress(
  options: Pick<OptionService, 'get'>,
  egress: Egress,
  { port, basePath }: Pick<Config, 'port' | 'basePath'>,
): Promise<Finding> {
  const check = 'Server address'
  const address = options.get(serverAddress)
  if (address === '')
    return warning(check, 'It is not set.', 'Set it on the settings page: links in mails, payment and logging in elsewhere need it.')
  const here = await statusAt(egress, `http://127.0.0.1:${port}${basePath}`).catch(() => undefined)
  try {
    const there = await statusAt(egress, address)
    if (here === undefined)
      return note(check, `${address} answers as Waystation. No server answers at port ${port} here, so they cannot be compared.`)
    if (here === there) return good(check, `${address} leads to this server.`)
    return bad(
      check,
      `${address} leads to another server than the one at port ${port} here.`,
      'See the address on the settings page, and where the proxy in front sends requests.',
    )
  } catch (error) {
    return bad(
      check,
      `${address}: ${reasonOf(error)}`,
      'See that the name leads to the proxy in front, and that the proxy leads here. Some networks do not reach their own public address.',
    )
  }
}

const Status = z.object({ data: z.object({ start_time: z.number() }) })

/** When the Waystation at an address was started, which no two have in common. */
async function statusAt(egress: Egress, address: string): Promise<number> {
  const { statusCode, body } = await get(egress, new URL(`${withoutEnd(address, '/')}/api/status`))
  const text = (await readCapped(body, { maxBytes: 200_000, deadlineMs: WITHIN_MS })).toString()
  const answer = statusCode === 200 ? Status.safeParse(JSON.parse(text)).data : undefined
  if (!answer) throw new Error(`what answers there is not Waystation (status ${statusCode})`)
  return answer.data.start_time
}

const get = (egress: Egress, url: URL) =>
  egress.send({ method: 'GET', url, headers: {}, headersTimeoutMs: WITHIN_MS, bodyTimeoutMs: WITHIN_MS })

/** Whether anything answers where the calls of enabled channels go: no key is sent, and any answer is one. */
export async function checkVendors(database: Database, egress: Egress): Promise<Finding> {
  const check = 'Addresses of channels'
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
        const { body } = await get(egress, new URL(origin))
        body.destroy()
      } catch (error) {
        failed.push(`${origin} (${names.slice(0, MAX_NAMED).join(', ')}): ${reasonOf(error)}`)
      }
    }),
  )
  if (failed.length === 0)
    return origins.size === 0 ? note(check, 'No channel is enabled.') : good(check, `All ${origins.size} can be reached.`)
  return bad(
    check,
    `${failed.length} of ${origins.size} cannot be reached: ${failed.toSorted().join('; ')}`,
    'See the base URL of these channels, the name server of this machine, and whether it needs HTTPS_PROXY.',
  )
}
