// How thinking is requested of a model. The vendor's newer models take a word for the effort and decide for themselves; its older ones,
// and the other vendors of this dialect, take a number of tokens. Source: the vendor's pages "Adaptive thinking" and "Effort", 2026: manual
// budgets are refused from Claude Opus 4.7 on; Opus 4.6 and Sonnet 4.6 take both; what is older knows no adaptive thinking.
import { budgetOfEffort, effortOfBudget, MIN_BUDGET_TOKENS } from '../chat/request/effort.ts'
import type { ReasoningRequest } from '../chat/request/request.ts'

export interface ThinkingForm {
  readonly thinking: { readonly type: 'enabled'; readonly budget_tokens: number } | { readonly type: 'adaptive' | 'disabled' }
  readonly effort?: string
  /** Is the caller's word for the effort in it, as a word or as a budget? */
  readonly isEffortWritten: boolean
}

const efforts: readonly string[] = ['low', 'medium', 'high', 'xhigh', 'max']
/** The word before the version of each family whose versions below 4.6 take budgets only; of version 3 all do. */
const families: readonly string[] = ['opus-', 'sonnet-', 'haiku-']

/**
 * The thinking setting of another dialect, in this one's form. Effort `none` switches it off, `minimal` is the least here; a budget
 * below the least that the vendor takes becomes that.
 * Undefined when it cannot be expressed: an unknown effort, or a limit that leaves no room for the least budget.
 */
export function thinkingForm(reasoning: ReasoningRequest, model: string, maxOutputTokens: number | undefined): ThinkingForm | undefined {
  const { effort, budgetTokens, isEnabled, summary } = reasoning
  if (isEnabled === false || effort === 'none' || budgetTokens === 0) return { thinking: { type: 'disabled' }, isEffortWritten: true }
  const found = effort === 'minimal' ? 'low' : effort
  const word = found !== undefined && efforts.includes(found) ? found : undefined
  // A request to show thinking is a request to think: elsewhere models think by themselves, and callers only choose whether it is shown.
  const isWanted = isEnabled === true || summary !== undefined
  if (word === undefined && budgetTokens === undefined && !isWanted) return undefined
  // Below 0 stands for "as much as it likes".
  const requested = budgetTokens !== undefined && budgetTokens > 0 ? budgetTokens : undefined
  if (takesAdaptive(model)) {
    const nearest = word ?? (requested === undefined ? undefined : effortOfBudget(requested, maxOutputTokens))
    return { thinking: { type: 'adaptive' }, ...(nearest !== undefined && { effort: nearest }), isEffortWritten: word !== undefined }
  }
  const budget = Math.max(requested ?? budgetOfEffort(word ?? 'medium', maxOutputTokens) ?? 0, MIN_BUDGET_TOKENS)
  const tokens = maxOutputTokens === undefined ? budget : Math.min(budget, maxOutputTokens - 1)
  if (tokens < MIN_BUDGET_TOKENS) return undefined
  return { thinking: { type: 'enabled', budget_tokens: tokens }, isEffortWritten: requested === undefined && word !== undefined }
}

/** Does this model decide itself how long to think? By its name, however a cloud prefixes it. */
export function takesAdaptive(model: string): boolean {
  const name = model.toLowerCase()
  const at = name.indexOf('claude-')
  if (at < 0) return false
  const rest = name.slice(at + 'claude-'.length)
  const family = families.find((each) => rest.startsWith(each))
  // Names of version 3 begin with the number; families that came later are all newer.
  if (family === undefined) return rest.charCodeAt(0) < 48 || rest.charCodeAt(0) > 57
  const [major = '', minor = ''] = rest.slice(family.length).split(/[-.@:]/)
  const first = Number.parseInt(major, 10)
  if (Number.isNaN(first)) return true
  // A long number is the date of a model without a minor version.
  const second = minor.length <= 2 ? Number.parseInt(minor, 10) || 0 : 0
  return first > 4 || (first === 4 && second >= 6)
}
