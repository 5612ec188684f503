import { getPricing } from '@waystation/contract/api/channels/catalog'
import { PricingExtra } from '@waystation/contract/prices/pricing'
import { useMemo, useState } from 'react'
import type { ListRequest, ListSource } from '~/api/list'
import { useWholeData } from '~/api/use-whole-data'
import { useText } from '~/i18n'
import { useUser } from '~/session/user'
import {
  type Action,
  BalanceIcon,
  CopyIcon,
  copyOrShow,
  ErrorState,
  type Filter,
  ListTable,
  Page,
  Segmented,
  Select,
  SkeletonLines,
  useIsPhone,
  useUrlState,
} from '~/ui/kit'
import { Explanation } from './Explanation.tsx'
import { ModelSheet } from './ModelSheet.tsx'
import { pricingCard, pricingColumns } from './pricing-columns.tsx'
import { type PricingRow, type PricingUnit, pricedFirst, ratioTone, rowOf } from './pricing-rows.ts'
import './pricing.css'
import { shownTraits } from '~/shared/shown-traits'

/** With more groups than this they stand in a list. */
const FEW = 4

/** The group at whose ratio prices are shown. It stands in the address. */
function GroupChoice({ group, group_ratio, usable_group }: PricingExtra & { readonly group: string }) {
  const t = useText()
  const { change } = useUrlState()
  const names = Object.keys(group_ratio)
  const choose = (name: string) => change({ group: name, page: undefined })
  if (names.length > FEW) {
    return (
      <Select
        label={t('pricing.group')}
        value={group}
        choices={names.map((name) => ({ value: name, label: `${name} × ${group_ratio[name]}` }))}
        onChange={choose}
        isSearchable
      />
    )
  }
  return (
    <div className="pricing-groups">
      <span className="text3">{t('pricing.group')}</span>
      <Segmented
        label={t('pricing.group')}
        value={group}
        onChange={choose}
        choices={names.map((name) => ({
          value: name,
          label: (
            <span title={usable_group[name]}>
              {name} <span style={{ color: `var(--${ratioTone(group_ratio[name] ?? 1)}Text)` }}>× {group_ratio[name]}</span>
            </span>
          ),
        }))}
      />
    </div>
  )
}

/**
 * The whole table is there at once, so it is searched and paged here.
 * @param key another one for other rows
 * @param reload loads the table again; called when the same page is wanted once more
 */
function pricingList(rows: readonly PricingRow[], key: string, reload: () => Promise<unknown>): ListSource<PricingRow> {
  const shown = new Set<string>()
  return {
    key: `pricing ${key}`,
    load: async (request) => {
      const page = JSON.stringify(request)
      if (shown.has(page)) await reload()
      shown.add(page)
      const found = rows.filter((row) => isFound(row, request.filters))
      return { rows: found.slice((request.page - 1) * request.size, request.page * request.size), total: found.length }
    },
  }
}

function isFound(row: PricingRow, { keyword = '', vendor = '', billing = '' }: ListRequest['filters']): boolean {
  return (
    row.model.toLowerCase().includes(keyword.toLowerCase()) &&
    (vendor === '' || vendor === (row.vendor || OTHER)) &&
    (billing === '' || (billing === 'call') === row.isPerCall)
  )
}

/** The filter's value for models whose vendor is not known. */
const OTHER = 'other'

/** Vendors with their number of models, the largest first; the unknown ones last. */
function vendorCounts(rows: readonly PricingRow[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const { vendor } of rows) counts.set(vendor || OTHER, (counts.get(vendor || OTHER) ?? 0) + 1)
  return [...counts].toSorted(([a, many], [b, few]) => Number(a === OTHER) - Number(b === OTHER) || few - many || (a < b ? -1 : 1))
}

/** What each model costs for the groups of the caller; a visitor sees the default group. */
export default function PricingPage() {
  const t = useText()
  const [isExplained, setIsExplained] = useState(false)
  const { data, error, refresh } = useWholeData(getPricing, {}, { freshMs: 60_000 })
  const prices = useMemo(() => (data ? { entries: data.data, extra: PricingExtra.parse(data.extra) } : undefined), [data])
  const group = useGroup(prices?.extra.group_ratio ?? {})
  const ratio = prices?.extra.group_ratio[group] ?? 1
  const subtitle = (
    <>
      {t('pricing.subtitle')}{' '}
      <button type="button" className="link" onClick={() => setIsExplained(true)}>
        {t('pricing.how')}
      </button>
    </>
  )
  return (
    <Page title={t('pricing.title')} subtitle={subtitle} actions={prices && <GroupChoice group={group} {...prices.extra} />}>
      {!prices && (error ? <ErrorState error={error} onRetry={refresh} /> : <SkeletonLines count={12} />)}
      {prices && <PricingTable entries={prices.entries} group={group} ratio={ratio} reload={refresh} />}
      {prices && <ModelSheet entries={prices.entries} group={group} extra={prices.extra} />}
      <button type="button" className="link pricing-how" onClick={() => setIsExplained(true)}>
        {t('pricing.how')}
      </button>
      <Explanation
        isOpen={isExplained}
        onClose={() => setIsExplained(false)}
        entries={prices?.entries ?? []}
        group={group}
        groupRatio={ratio}
      />
    </Page>
  )
}

/** The group in the address, else one's own, else the default one. */
function useGroup(ratios: Readonly<Record<string, number>>): string {
  const { params } = useUrlState()
  const own = useUser()?.group
  const names = Object.keys(ratios)
  return [params.group, own, 'default'].find((name) => name !== undefined && names.includes(name)) ?? names[0] ?? 'default'
}

interface PricingTableProps {
  readonly entries: Parameters<typeof rowOf>[0][]
  readonly group: string
  readonly ratio: number
  readonly reload: () => Promise<unknown>
}

function PricingTable({ entries, group, ratio, reload }: PricingTableProps) {
  const t = useText()
  const [unit, setUnit] = useState<PricingUnit>('dollars')
  const rows = useMemo(
    () =>
      pricedFirst(
        entries.filter(({ enable_groups }) => enable_groups.includes(group)).map((entry) => rowOf(entry, ratio, unit, shownTraits)),
      ),
    [entries, group, ratio, unit],
  )
  const version = useVersion(rows)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` stands for the rows; `reload` is another function each time
  const list = useMemo(() => pricingList(rows, `${group} ${unit} ${version}`, reload), [version])
  const columns = useMemo(() => pricingColumns(unit === 'ratio'), [unit])
  return (
    <ListTable<PricingRow>
      list={list}
      name="pricing"
      columns={columns}
      idOf={({ model }) => model}
      filters={usePricingFilters(rows)}
      empty={{ icon: <BalanceIcon />, title: t('pricing.none'), text: t('pricing.noneText') }}
      bulk={(chosen, clear): readonly Action[] => [
        {
          label: t('pricing.copyNames'),
          icon: <CopyIcon />,
          run: async () => {
            await copyOrShow(chosen.map(({ model }) => model).join('\n'), t('pricing.copied', { count: chosen.length }))
            clear()
          },
        },
      ]}
      card={pricingCard(unit === 'ratio')}
      hasCsv={!useIsPhone()}
      tools={
        <Segmented<PricingUnit>
          label={t('pricing.unit')}
          value={unit}
          onChange={setUnit}
          choices={[
            { value: 'dollars', label: t('pricing.dollars') },
            { value: 'ratio', label: t('pricing.ratio') },
          ]}
        />
      }
    />
  )
}

/** A number that is another one for other rows. */
function useVersion(rows: readonly PricingRow[]): number {
  const [known, setKnown] = useState({ rows, version: 0 })
  if (known.rows === rows) return known.version
  setKnown({ rows, version: known.version + 1 })
  return known.version + 1
}

function usePricingFilters(rows: readonly PricingRow[]): readonly Filter[] {
  const t = useText()
  return useMemo(
    () => [
      { kind: 'search', name: 'keyword', label: t('pricing.search') },
      {
        kind: 'select',
        name: 'vendor',
        label: t('pricing.vendor'),
        allLabel: t('pricing.allVendors'),
        choices: vendorCounts(rows).map(([vendor, count]) => ({
          value: vendor,
          label: `${vendor === OTHER ? t('pricing.vendorOther') : vendor} ${count}`,
        })),
      },
      {
        kind: 'select',
        name: 'billing',
        label: t('pricing.billing'),
        allLabel: t('pricing.allBilling'),
        choices: [
          { value: 'tokens', label: t('pricing.byTokens') },
          { value: 'call', label: t('pricing.byCall') },
        ],
      },
    ],
    [rows, t],
  )
}
