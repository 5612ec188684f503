// Options that must not contradict each other. They are saved one at a time, so each rule checks the values as they would be afterwards.
import { AppError, type Words } from '@waystation/contract/errors'
import { customHeadHtml, globalCss, globalJs } from '@waystation/contract/options/appearance'
import { logChatContentRedact } from '@waystation/contract/options/logs'
import type { Option } from '@waystation/contract/options/option'
import * as pricing from '@waystation/contract/options/pricing'
import { options } from '@waystation/contract/options/registry'
import { missingNeeds, neededBy } from '@waystation/contract/options/rules-between'
import { sensitiveWords } from '@waystation/contract/options/sensitive-words'
import { fallbackProblem } from '@waystation/contract/prices/pricing'
import type { Database } from '../../db/database.ts'
import { lineProblem } from '../../lib/text/line-matcher.ts'
import { countInGroup } from '../group/group-store.ts'
import { headProblem, textProblem } from './custom-code.ts'
import { hasUsableLogin, isAboutLogin } from './login-lockout.ts'
import type { OptionValues } from './option-values.ts'

/** Reads the values as they would be after the change. */
export type WouldBe = <Value>(option: Option<Value>) => Value

const fallbackKeys: readonly string[] = [
  pricing.fallbackPricingEnabled.key,
  pricing.fallbackSinglePrice.key,
  pricing.fallbackInputRatio.key,
  pricing.fallbackCompletionRatio.key,
]

/**
 * Refuses a change that would leave options in contradiction.
 * @throws AppError fallback_mixed, fallback_incomplete, or bad_option for code that pages must not hold and patterns that cannot be used
 */
export function assertConsistent(changed: Option, wouldBe: WouldBe): void {
  if (fallbackKeys.includes(changed.key)) assertFallback(wouldBe)
  const problem = textProblemOf(changed, wouldBe)
  if (problem) throw new AppError('bad_option', { key: changed.key, detail: problem })
}

function textProblemOf({ key }: Option, wouldBe: WouldBe): Words | undefined {
  if (key === customHeadHtml.key) return headProblem(wouldBe(customHeadHtml))
  if (key === sensitiveWords.key) return lineProblem(wouldBe(sensitiveWords))
  if (key === logChatContentRedact.key) return lineProblem(wouldBe(logChatContentRedact))
  if (key === globalCss.key) return textProblem('style', wouldBe(globalCss))
  return key === globalJs.key ? textProblem('script', wouldBe(globalJs)) : undefined
}

/** While fallback pricing is off its prices may contradict each other: clients save them one after another. */
function assertFallback(wouldBe: WouldBe): void {
  if (!wouldBe(pricing.fallbackPricingEnabled)) return
  const problem = fallbackProblem({
    singlePrice: wouldBe(pricing.fallbackSinglePrice),
    inputRatio: wouldBe(pricing.fallbackInputRatio),
    completionRatio: wouldBe(pricing.fallbackCompletionRatio),
  })
  if (problem) throw new AppError(`fallback_${problem}`)
}

/**
 * Refuses a value that its setting may not have beside the others.
 * @param wouldBe all values as they would be after the change
 * @param before as they are
 * @throws AppError option_locks_out, option_needs, option_needed_by, group_in_use, or as `assertConsistent`
 */
export async function assertAllowed(
  database: Database,
  option: Option,
  value: unknown,
  { wouldBe, before }: { readonly wouldBe: OptionValues; readonly before: OptionValues },
): Promise<void> {
  const { key } = option
  const read = (of: string) => wouldBe.byKey(of)
  if (value === false && isAboutLogin(option) && !(await hasUsableLogin(database, read))) throw new AppError('option_locks_out', { key })
  const missing = missingNeeds(option, value, read)
  if (missing.length > 0) throw new AppError('option_needs', { key, needs: missing.join(', ') })
  const switches = neededBy(option, value, read, options)
  if (switches.length > 0) throw new AppError('option_needed_by', { key, switches: switches.join(', ') })
  assertConsistent(option, (other) => wouldBe.get(other))
  if (key === pricing.groupRatio.key) await assertGroupsStay(database, before.get(pricing.groupRatio), wouldBe.get(pricing.groupRatio))
}

/** A group that somebody is in cannot be taken away: their calls would have no price. @throws AppError group_in_use */
async function assertGroupsStay(database: Database, before: object, after: object): Promise<void> {
  for (const group of Object.keys(before).filter((name) => !Object.hasOwn(after, name))) {
    const use = await countInGroup(database.read, group)
    if (use.users + use.tokens + use.channels > 0) throw new AppError('group_in_use', { group, ...use })
  }
}

/** What a check refuses is told at its setting too: of several, a screen shows which one it is. */
export async function atSetting<Result>(key: string, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.code, error.facts, { cause: error, fields: { [key]: error.code } }) : error
  }
}
