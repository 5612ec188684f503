import type { PricingEntry, PricingExtra } from '@waystation/contract/prices/pricing'
import { useLanguage, useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { endState } from '~/shared/ending-models/model-end'
import { shownTraits } from '~/shared/shown-traits'
import { CopyButton, DescriptionList, EmptyState, numberText, SideSheet, Tag, useUrlState } from '~/ui/kit'
import { ModelHealth } from './ModelHealth.tsx'
import { modalitiesOf } from './modalities.ts'
import { unitWords } from './pricing-columns.tsx'
import { type PriceName, type PricingRow, ratioTone, rowOf } from './pricing-rows.ts'

interface ModelSheetProps {
  readonly entries: readonly PricingEntry[]
  /** At whose ratio prices are shown. */
  readonly group: string
  readonly extra: PricingExtra
}

/** All that is known of the model in the address, `?model=`. */
export function ModelSheet({ entries, group, extra }: ModelSheetProps) {
  const t = useText()
  const { params, change } = useUrlState()
  const close = () => change({ model: undefined })
  const name = params.model
  const entry = entries.find(({ model_name }) => model_name === name)
  const title = name && (
    <span className="pricing-sheet-title">
      <code>{name}</code>
      <CopyButton value={name} label={`${t('action.copy')} ${name}`} />
    </span>
  )
  return (
    <SideSheet isOpen={name !== undefined} onClose={close} title={title} width={560}>
      {entry ? (
        <ModelFacts entry={entry} row={rowOf(entry, extra.group_ratio[group] ?? 1, 'dollars', shownTraits)} group={group} extra={extra} />
      ) : (
        <EmptyState title={t('pricing.sheet.gone')} text={t('pricing.sheet.goneText')} />
      )}
    </SideSheet>
  )
}

interface ModelFactsProps {
  readonly entry: PricingEntry
  readonly row: PricingRow
  readonly group: string
  readonly extra: PricingExtra
}

function ModelFacts({ entry, row, group, extra }: ModelFactsProps) {
  const t = useText()
  const language = useLanguage()
  const tokens = (count: number | undefined) => count && t('pricing.sheet.tokens', { tokens: numberText(count, language) })
  const isHealthShown = usePublicStatus()?.model_health === true
  const known = modalitiesOf(row)
  const words = (list: readonly (keyof typeof modalityKeys)[]) => list.map((one) => t(modalityKeys[one])).join(t('pricing.sheet.comma'))
  return (
    <div className="pricing-sheet">
      <DescriptionList
        facts={[
          { label: t('pricing.vendor'), value: row.vendor || undefined },
          { label: t('pricing.sheet.modalities'), value: known && `${words(known.reads)} → ${words(known.answers)}` },
          { label: t('pricing.sheet.context'), value: tokens(row.context) },
          { label: t('pricing.sheet.longest'), value: tokens(row.longestAnswer) },
          { label: t('pricing.sheet.end'), value: row.end && <End {...row.end} /> },
          ...(isHealthShown ? [{ label: t('pricing.sheet.health'), value: <ModelHealth model={row.model} /> }] : []),
          { label: t('pricing.sheet.successor'), value: row.end?.successor && <code>{row.end.successor}</code> },
        ]}
      />
      <h3>{t('pricing.sheet.prices', { group })}</h3>
      <SheetPrices row={row} />
      <h3>{t('pricing.sheet.groups')}</h3>
      <ul className="pricing-sheet-groups">
        {entry.enable_groups
          .filter((name) => extra.group_ratio[name] !== undefined)
          .map((name) => (
            <li key={name}>
              <Tag tone={ratioTone(extra.group_ratio[name] ?? 1)}>
                {name} × {extra.group_ratio[name]}
              </Tag>
              <span className="text2">{extra.usable_group[name]}</span>
            </li>
          ))}
      </ul>
    </div>
  )
}

const modalityKeys = {
  text: 'pricing.modality.text',
  image: 'pricing.modality.image',
  audio: 'pricing.modality.audio',
  video: 'pricing.modality.video',
  file: 'pricing.modality.file',
  vector: 'pricing.modality.vector',
  score: 'pricing.modality.score',
  verdict: 'pricing.modality.verdict',
} as const

function End({ on }: { readonly on: string }) {
  const t = useText()
  const state = endState(on)
  if (state === 'later') return on
  return <Tag tone={state === 'ended' ? 'red' : 'amber'}>{t(state === 'ended' ? 'pricing.ended' : 'pricing.ends', { on })}</Tag>
}

const priceNames = [
  'input',
  'output',
  'cacheRead',
  'cacheWrite',
  'audioInput',
  'audioOutput',
  'imageInput',
  'cacheStorage',
] as const satisfies readonly PriceName[]

function SheetPrices({ row }: { readonly row: PricingRow }) {
  const t = useText()
  const language = useLanguage()
  const lines = usePriceLines(row)
  if (lines.length === 0) return <p className="text2">{t('pricing.unsetText')}</p>
  return (
    <table className="pricing-example">
      {row.tiers.length > 0 && (
        <thead>
          <tr>
            <th scope="col">{t('pricing.explain.what')}</th>
            <th scope="col">{t('pricing.sheet.usual')}</th>
            {row.tiers.map(({ above }) => (
              <th key={above} scope="col">
                {t('pricing.tier', { tokens: numberText(above, language) })}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {lines.map(({ what, price, longer }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td className="number">{price}</td>
            {row.tiers.map(({ above }, at) => (
              <td key={above} className="number">
                {longer?.[at] ?? '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface PriceLine {
  readonly what: string
  readonly price: string
  /** At each step of length. */
  readonly longer?: readonly (string | undefined)[]
}

function usePriceLines(row: PricingRow): readonly PriceLine[] {
  const t = useText()
  const film = row.film
  const perCall = t(unitWords[row.unit ?? 'call'][1])
  const call = row.call === undefined ? [] : [{ what: film ? `${perCall}, ${film.resolution}` : perCall, price: row.call }]
  return [
    ...call,
    ...(film?.others ?? []).map(({ resolution, dollars }) => ({ what: `${perCall}, ${resolution}`, price: dollars })),
    ...priceNames.flatMap((name) => {
      const price = row[name]
      return price === undefined
        ? []
        : [{ what: t('pricing.sheet.perMillion', { price: t(`pricing.${name}`) }), price, longer: row.tiers.map((tier) => tier[name]) }]
    }),
    ...(row.tools ?? []).map(({ tool, dollars }) => ({ what: toolWord(tool, t), price: dollars })),
    ...(row.services ?? []).map(({ tier, factor }) => ({ what: t('pricing.sheet.service', { tier }), price: `× ${factor}` })),
  ]
}

const tools = ['webSearch', 'webSearchPreview', 'fileSearch', 'groundedPrompt', 'request'] as const

function toolWord(tool: string, t: ReturnType<typeof useText>): string {
  const known = tools.find((one) => one === tool)
  return known ? t(`pricing.tool.${known}`) : tool
}
