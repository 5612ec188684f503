// The longest answers of models out of the list that https://models.dev/api.json has.
import type { LongestAnswers } from './price-entries.ts'

/** The part of the list that is read: by vendor, then by model. */
export type ModelsDevList = Readonly<
  Record<string, { readonly models?: Readonly<Record<string, { readonly limit?: { readonly output?: number } }>> }>
>

/** Makers of models, by their ids there. Their word counts before that of others; models of others alone are not added. */
const makers = 'openai anthropic google deepseek mistral xai moonshotai zai zhipuai minimax alibaba cohere perplexity stepfun xiaomi'.split(
  ' ',
)

/**
 * The longest answers that are held, brought up to the list and sorted by name. A number stays where any vendor of the list has it, since
 * hosts cut answers at different lengths; what the list does not have stays too.
 */
export function longestAnswersOf(list: ModelsDevList, held: LongestAnswers): Record<string, number> {
  const told = new Map<string, number[]>()
  for (const vendor of [...makers, ...Object.keys(list).filter((id) => !makers.includes(id))])
    for (const [name, { limit }] of Object.entries(list[vendor]?.models ?? {})) {
      const tokens = limit?.output ?? 0
      if (tokens > 0 && (makers.includes(vendor) || Object.hasOwn(held, name))) told.set(name, [...(told.get(name) ?? []), tokens])
    }
  const found = [...told].map(([name, [first = 0, ...others]]) => {
    const before = held[name]
    return [name, before !== undefined && others.includes(before) ? before : first] as const
  })
  return Object.fromEntries(Object.entries({ ...held, ...Object.fromEntries(found) }).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
