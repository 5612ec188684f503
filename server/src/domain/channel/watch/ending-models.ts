// Models that are sold here and whose makers end them soon (decision 30): shown beside them, and told to the super admins.
import type { EndingModel, EndingTokenModel } from '@waystation/contract/channels/upstream-models'
import type { ReadTraits } from '@waystation/contract/models/traits'
import type { Database } from '../../../db/database.ts'
import type { RootNotice, RootNotices } from '../../notice/root-notices.ts'
import { mayUseModel } from '../../token/model-limit.ts'
import { wholeQuarters } from '../../usage/usage-span.ts'
import { rankModels } from '../../usage/usage-store.ts'
import { upstreamName } from './differences.ts'
import { findLimitedTokens, findSellers, type Seller } from './watch-store.ts'

const DAY_SECONDS = 86_400
const DAY_MS = DAY_SECONDS * 1000
/** The last days of a model that is ending. */
const WARNING_DAYS = 30
/** The super admins are told when so many days are left. */
const TOLD_DAYS = [1, 7, WARNING_DAYS]

export interface EndingModelParts {
  readonly database: Database
  readonly traits: ReadTraits
  /** Unix milliseconds. */
  readonly now: () => number
}

export interface EndingModels {
  /** Models that enabled channels sell and that end within so many days, thirty by default, the soonest first, with the calls of the last week. */
  all(days?: number): Promise<EndingModel[]>
  /** The same of those that a user's enabled tokens are limited to, with the user's calls. */
  ofTokens(userId: number): Promise<EndingTokenModel[]>
}

export const endingModels = (parts: EndingModelParts): EndingModels => ({
  all: (days) => ofChannels(parts, days),
  ofTokens: (userId) => ofTokens(parts, userId),
})

async function ofChannels({ database, traits, now }: EndingModelParts, days = WARNING_DAYS): Promise<EndingModel[]> {
  const ending = soonOver(await findSellers(database), traits, { nowMs: now(), days })
  return withCalls(database, ending, { now })
}

async function ofTokens({ database, traits, now }: EndingModelParts, userId: number): Promise<EndingTokenModel[]> {
  const limited = await findLimitedTokens(database, userId)
  const ending = limited.length === 0 ? [] : soonOver(await findSellers(database), traits, { nowMs: now(), days: WARNING_DAYS })
  const limiting = ending.flatMap(({ channels: _hidden, ...one }) => {
    const tokens = limited.filter(({ models }) => mayUseModel(models, one.model)).map(({ id, name }) => ({ id, name }))
    return tokens.length === 0 ? [] : [{ ...one, tokens }]
  })
  return withCalls(database, limiting, { now, userId })
}

type Uncounted = Omit<EndingModel, 'calls_last_week' | 'channels'>

async function withCalls<Model extends Uncounted>(
  database: Database,
  ending: readonly Model[],
  { now, userId }: Pick<EndingModelParts, 'now'> & { readonly userId?: number },
): Promise<(Model & Pick<EndingModel, 'calls_last_week'>)[]> {
  if (ending.length === 0) return []
  const to = Math.floor(now() / 1000)
  const span = wholeQuarters({ from: to - 7 * DAY_SECONDS, to })
  const calls = new Map((await rankModels(database, { userId }, { span, order: 'calls' })).map((sum) => [sum.model, sum.calls]))
  return ending.map((one) => ({ ...one, calls_last_week: calls.get(one.model) ?? 0 }))
}

function soonOver(
  sellers: readonly Seller[],
  traits: ReadTraits,
  { nowMs, days }: { readonly nowMs: number; readonly days: number },
): Omit<EndingModel, 'calls_last_week'>[] {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS
  const found = new Map<string, Omit<EndingModel, 'calls_last_week'> & { channels: { id: number; name: string }[] }>()
  for (const { id, name, prefix, models, modelMapping } of sellers) {
    for (const model of models) {
      const end = traits(upstreamName(model, modelMapping)).end
      const days_left = end ? Math.round((Date.parse(end.on) - today) / DAY_MS) : Number.NaN
      if (!end || !(days_left >= 0 && days_left <= days)) continue
      const known = found.get(prefix + model)
      if (known) known.channels.push({ id, name })
      else
        found.set(prefix + model, {
          ...{ model: prefix + model, ends_on: end.on, days_left, successor: end.successor ?? '' },
          channels: [{ id, name }],
        })
    }
  }
  return [...found.values()].toSorted((a, b) => a.days_left - b.days_left || (a.model < b.model ? -1 : 1))
}

/** Tells the super admins of models that end in 30, 7 and 1 days, of each once at each of these. Safe to run on several nodes. */
export async function tellOfModelEnds(parts: EndingModelParts & { readonly roots: Pick<RootNotices, 'tellNew'> }): Promise<void> {
  const told = (await ofChannels(parts)).map((model) => ({ identity: identityOf(model), model }))
  await parts.roots.tellNew(
    told.map(({ identity }) => identity),
    (fresh) => noticeOf(told.flatMap(({ identity, model }) => (fresh.has(identity) ? [model] : []))),
  )
}

/** Room for the rest of an identity is left. */
const MAX_NAME = 160

const identityOf = ({ model, days_left }: EndingModel) =>
  `model_end_${model.slice(0, MAX_NAME)}_${TOLD_DAYS.find((days) => days_left <= days)}`

function noticeOf(models: readonly EndingModel[]): RootNotice {
  const names = models.map(({ model }) => model)
  const line = ({ model, ends_on, successor, calls_last_week: calls }: EndingModel) => ({
    zh: `${model}：${ends_on}，${successor === '' ? '无替代模型' : `替代模型 ${successor}`}，最近一周调用 ${calls} 次`,
    en: `${model}: ${ends_on}, ${successor === '' ? 'no successor named' : `successor ${successor}`}, ${calls} calls in the last week`,
  })
  const lines = models.map(line)
  return {
    kind: 'modelEnd',
    type: 'model_end',
    title: { zh: `即将下线的模型：${names.join('、')}`, en: `Models to be retired soon: ${names.join(', ')}` },
    text: { zh: lines.map(({ zh }) => zh).join('\n'), en: lines.map(({ en }) => en).join('\n') },
  }
}
