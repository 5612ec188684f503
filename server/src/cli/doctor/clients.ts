// `waystation doctor --channel ID` and `--token KEY`: what each family of clients would find there.
import { defaultTestModel } from '@waystation/contract/channels/default-model'
import {
  type ClientCheckRow,
  clientCheckWords,
  clientFamilies,
  clientFamilyNames,
  clientFaultText,
} from '@waystation/contract/clients/client-checks'
import { quotaText } from '@waystation/contract/money/quota'
import { type Config, readConfig } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { findChannel } from '../../domain/channel/channel-store.ts'
import { findRoots } from '../../domain/notice/root-notice-store.ts'
import { quotaDisplay } from '../../domain/option/quota-display.ts'
import { findPayingUser } from '../../domain/token/token-lookup.ts'
import { channelDoor, type Door } from '../../gateway/client-checks/channel-door.ts'
import { type ClientRequest, checkFamily } from '../../gateway/client-checks/run-checks.ts'
import { runCost } from '../../gateway/client-checks/run-cost.ts'
import { wholeExchange } from '../../lib/bodies/whole-exchange.ts'
import { type Egress, openEgress } from '../../lib/net/egress.ts'
import { type CommandGateway, openCommandGateway } from '../../services/command-gateway.ts'
import { isAgreed } from '../agreed.ts'
import { openForCommand } from '../open.ts'
import { printLines, type ReportLine } from './lines.ts'

export interface ClientsAsked {
  readonly channel?: string | undefined
  readonly token?: string | undefined
  readonly model?: string | undefined
  readonly isJson: boolean
  /** Is the cost agreed to? */
  readonly isAgreed: boolean
}

/** What the command cannot do, in words for the operator. */
class NotPossible extends Error {}

const WITHIN_MS = 120_000
const MAX_ANSWER_BYTES = 4 * 1024 * 1024
/** Returns 1 where something is red or cannot be asked. */
export async function checkClients(asked: ClientsAsked): Promise<number> {
  const config = readConfig(process.env)
  const database = await openForCommand()
  const gateway = await openCommandGateway(config, database)
  try {
    const tested = asked.channel === undefined ? await tokenTested(asked, config, gateway) : await channelTested(asked, database, gateway)
    if (!tested) return 1
    const rows = await ask(tested, gateway)
    print(rows, tested, asked.isJson)
    return rows.some(({ state }) => state === 'bad') ? 1 : 0
  } catch (error) {
    if (!(error instanceof NotPossible)) throw error
    console.error(error.message)
    return 1
  } finally {
    await gateway.close()
    await database.close()
  }
}

interface Tested {
  readonly name: string
  readonly model: string
  readonly door: Door
}

async function channelTested({ channel: text, model: named }: ClientsAsked, database: Database, gateway: CommandGateway): Promise<Tested> {
  const { catalog, traits } = gateway
  const channel = catalog.current().channel(Number(text))
  const row = channel && (await findChannel(database, channel.id))
  if (!channel || !row) throw new NotPossible(`There is no channel ${text}.`)
  const [root] = await findRoots(database)
  if (!root) throw new NotPossible('There is no super admin yet, as whom channels are tested.')
  const model = named ?? (row.test_model.trim() || defaultTestModel(channel.models, { channelType: channel.type, traits }))
  if (model === undefined) throw new NotPossible('No model of this channel can be tried by a small call: name one with --model.')
  const user = await findPayingUser(database, root.id)
  return { name: `channel ${channel.id}`, model, door: await channelDoor(gateway, { channel, model, user }) }
}

/** Undefined: its cost was not agreed to. */
async function tokenTested(asked: ClientsAsked, config: Config, gateway: CommandGateway): Promise<Tested | undefined> {
  const key = `sk-${(asked.token ?? '').replace(/^sk-/, '')}`
  const known = await gateway.tokens.find(key.slice(3))
  if (!known) throw new NotPossible('There is no such token.')
  const group = known.token.group || known.user.group
  const callable = gateway.catalog.current().view.modelsOf([group], known.user.setting.accept_unset_model_ratio_model)
  const { models } = known.token
  const model = asked.model ?? defaultTestModel(models ? callable.filter((name) => models.has(name)) : callable, { traits: gateway.traits })
  if (model === undefined) throw new NotPossible('This token has no model that can be tried by a small call: name one with --model.')
  const { calls, mostQuota } = runCost(model, known, gateway)
  const cost = mostQuota === null ? 'it has no price' : `at most ${quotaText(mostQuota, quotaDisplay(gateway.options), 'en')}`
  console.error(`The token pays for ${calls} calls of ${model}: ${cost}.`)
  if (!asked.isAgreed && !(await agreed())) return undefined
  return { name: `token ${known.token.id}`, model, door: { key, ...serverAt(config) } }
}

async function agreed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.error('Nothing was asked: agree to the cost with --yes.')
    return false
  }
  return isAgreed()
}

/** The running server of this installation, as programs reach it. */
function serverAt({ port, basePath }: Pick<Config, 'port' | 'basePath'>): Pick<Door, 'ask' | 'close'> {
  const egress = openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => WITHIN_MS })
  const address = `http://127.0.0.1:${port}${basePath}`
  return { ask: (request) => askServer(egress, address, request), close: () => egress.close() }
}

async function askServer(egress: Egress, address: string, { method, path, headers, body }: ClientRequest) {
  const request = {
    ...{ method, url: new URL(address + path), headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) } },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }
  const answer = await wholeExchange(egress, request, { timeoutMs: WITHIN_MS, maxBytes: MAX_ANSWER_BYTES })
  return { status: answer.status, text: answer.body.toString('utf8') }
}

async function ask({ model, door }: Tested, { traits }: CommandGateway): Promise<ClientCheckRow[]> {
  const rows: ClientCheckRow[] = []
  try {
    for (const family of clientFamilies) rows.push(...(await checkFamily(family, { ...door, model, traits: traits(model) })))
    return rows
  } finally {
    await door.close()
  }
}

function print(rows: readonly ClientCheckRow[], { name, model }: Tested, isJson: boolean): void {
  if (isJson) {
    console.log(JSON.stringify({ checked: name, model, rows }, undefined, 2))
    return
  }
  console.log(`${name}, ${model}\n`)
  printLines(rows.map(lineOf))
  const count = (state: ClientCheckRow['state']) => rows.filter((row) => row.state === state).length
  console.log(`\n${count('bad')} faults, ${count('not_offered')} not offered, ${count('good')} checks in order.`)
}

const MARKS = { good: '✓', not_offered: '·', bad: '✗' } as const

function lineOf({ family, check, state, fault, took_ms }: ClientCheckRow): ReportLine {
  const words = fault ? clientFaultText(fault, 'en') : `${took_ms} ms`
  return {
    mark: MARKS[state],
    name: `${clientFamilyNames[family]}: ${clientCheckWords[check].en}`,
    says: state === 'not_offered' ? `not offered${fault ? ` (${words})` : ''}` : words,
  }
}
