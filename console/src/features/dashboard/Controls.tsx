import { usageSteps } from '@waystation/contract/calls/data'
import { type Text, type TextKey, useLanguage, useText } from '~/i18n'
import type { Language } from '~/i18n/language'
import { userSearch } from '~/shared/user-search'
import { DayRange, IconButton, RefreshIcon, SearchSelect, Segmented } from '~/ui/kit'
import { zoneName } from '~/ui/time-zone'
import { daysOf, type SpanName, spanNames } from './spans.ts'
import { dayText } from './time-labels.ts'
import type { View } from './use-view.ts'

const titles: Readonly<Record<SpanName, TextKey>> = {
  today: 'time.today',
  yesterday: 'time.yesterday',
  '7d': 'time.last7',
  '30d': 'time.last30',
  '4w': 'dashboard.last4Weeks',
  '12w': 'dashboard.last12Weeks',
}
const searchUsers = userSearch(({ username }) => username)

/** Step, span and, for admins, whose usage. */
export function Controls({ view, onRefresh }: { readonly view: View; readonly onRefresh: () => unknown }) {
  const t = useText()
  const language = useLanguage()
  const names = spanNames.filter((name) => view.isAdmin || name !== '12w')
  return (
    <div className="dashboard-controls">
      <Segmented
        label={t('dashboard.step')}
        value={view.step}
        onChange={view.chooseStep}
        choices={usageSteps.map((value) => ({ value, label: t(`dashboard.steps.${value}`) }))}
      />
      <DayRange
        label={t('dashboard.range')}
        text={spanText(view, language, t)}
        choices={names.map((name) => ({ label: t(titles[name]), isChosen: name === view.chosen, choose: () => view.choose(name) }))}
        days={daysOf(view.span, view.zone)}
        mostDays={view.mostDays}
        onApply={view.choose}
      />
      <span className="text2" title={t('dashboard.zoneHint')}>
        {zoneName(view.zone)}
      </span>
      {view.isAdmin && (
        <SearchSelect
          label={t('dashboard.user')}
          value={view.username}
          placeholder={t('dashboard.allUsers')}
          search={searchUsers}
          onChange={view.chooseUser}
          width={150}
        />
      )}
      <IconButton label={t('action.refresh')} icon={<RefreshIcon />} isBordered onClick={() => void onRefresh()} />
    </div>
  )
}

/** `Today, Mar 18`; `Last 7 days`; `Mar 1 – Mar 18`. */
function spanText({ chosen, span, zone }: View, language: Language, t: Text): string {
  const first = dayText(span.from, { language, zone })
  if (chosen === 'today' || chosen === 'yesterday') return t('dashboard.dayAndDate', { day: t(titles[chosen]), date: first })
  if (typeof chosen === 'string') return t(titles[chosen])
  const last = dayText(span.to - 1, { language, zone })
  return first === last ? first : `${first} – ${last}`
}
