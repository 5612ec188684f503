import { type Text, useLanguage, useText } from '~/i18n'
import { type EditableFact, numberText } from '~/ui/kit'
import type { DeskModels, PriceRow } from '../desk-models.ts'

type TermName = 'lengths' | 'tiers' | 'uses'
const names: readonly TermName[] = ['lengths', 'tiers', 'uses']

/** Columns for steps of length, service tiers and tools, each where a model of these rows has any. They are set as JSON. */
export function useTermColumns(rows: readonly PriceRow[], models: DeskModels): readonly EditableFact<PriceRow>[] {
  const t = useText()
  const language = useLanguage()
  const compact = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en-US', { notation: 'compact', maximumFractionDigits: 0 })
  const linesOf = (name: TermName, { name: model }: PriceRow) =>
    termLines(models.get(model)?.[name], name, t, (n) => (n < 1000 ? numberText(n, language) : compact.format(n)))
  return names
    .filter((name) => rows.some((row) => linesOf(name, row).length > 0))
    .map((name) => ({ key: name, title: t(`price.term.${name}`), linesOf: (row) => linesOf(name, row) }))
}

type Terms = Readonly<Record<string, number>> | readonly { readonly above: number; readonly factors: Readonly<Record<string, number>> }[]

function termLines(terms: Terms | undefined, name: TermName, t: Text, tokens: (count: number) => string): readonly string[] {
  if (!terms) return []
  if (Array.isArray(terms))
    return terms.map(({ above, factors }) => {
      const each = Object.entries(factors).map(([bucket, factor]) => `${t(`price.lengthPart.${partWord(bucket)}`)} ×${factor}`)
      return `> ${tokens(above)}: ${each.join(', ')}`
    })
  return Object.entries(terms).map(([word, value]) => (name === 'uses' ? `${toolWord(word, t)} $${value}` : `${word} ×${value}`))
}

const parts = ['input', 'output', 'cacheRead', 'cacheWrite'] as const
const partWord = (bucket: string) => parts.find((part) => part === bucket) ?? 'other'

const tools = ['webSearch', 'webSearchPreview', 'fileSearch', 'groundedPrompt', 'request'] as const
function toolWord(tool: string, t: Text): string {
  const known = tools.find((one) => one === tool)
  return known ? t(`price.tool.${known}`) : tool
}
