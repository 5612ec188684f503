import { listGroups } from '@waystation/contract/api/catalog'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { SelectField } from '~/ui/kit'

/** The group of a user: one of all that have a price. @param current stays choosable when it is gone from the prices */
export function UserGroupField({ current, disabledReason }: { readonly current?: string; readonly disabledReason?: string | undefined }) {
  const t = useText()
  const groups = useData(listGroups, {}, { freshMs: 60_000 })
  const names = new Set([...(current === undefined ? [] : [current]), ...(groups.data ?? ['default'])])
  return (
    <SelectField
      name="group"
      label={t('user.group')}
      hint={t('user.groupHint')}
      choices={[...names].map((name) => ({ value: name, label: name }))}
      isLoading={groups.isLoading}
      isSearchable
      disabledReason={disabledReason}
    />
  )
}
