import { useMemo, useState } from 'react'
import { useText } from '~/i18n'
import { shownTraits } from '~/shared/shown-traits'
import { type Action, BalanceIcon, CopyIcon, copyOrShow, type Filter, ListTable, Segmented, useIsPhone } from '~/ui/kit'
import { pricingCard, pricingColumns } from './pricing-columns.tsx'
import { OTHER, pricingList, vendorCounts } from './pricing-list.ts'
import { type PricingRow, type PricingUnit, pricedFirst, rowOf } from './pricing-rows.ts'

interface PricingTableProps {
  readonly entries: Parameters<typeof rowOf>[0][]
  readonly group: string
  readonly ratio: number
  readonly reload: () => Promise<unknown>
}

/** The models that a group may call, at its ratio; searched, filtered and paged without another call. */
export function PricingTable({ entries, group, ratio, reload }: PricingTableProps) {
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
