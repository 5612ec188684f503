import type { PricingExtra } from '@waystation/contract/prices/pricing'
import { useText } from '~/i18n'
import { useUser } from '~/session/user'
import { Segmented, Select, useUrlState } from '~/ui/kit'
import { ratioTone } from './pricing-rows.ts'

/** With more groups than this they stand in a list. */
const FEW = 4

/** The group at whose ratio prices are shown. It stands in the address. */
export function GroupChoice({ group, group_ratio, usable_group }: PricingExtra & { readonly group: string }) {
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

/** The group in the address, else one's own, else the default one. */
export function useGroup(ratios: Readonly<Record<string, number>>): string {
  const { params } = useUrlState()
  const own = useUser()?.group
  const names = Object.keys(ratios)
  return [params.group, own, 'default'].find((name) => name !== undefined && names.includes(name)) ?? names[0] ?? 'default'
}
