import type { ReactNode } from 'react'
import { useLanguage, useText } from '~/i18n'
import { findSettings, settingSearch } from '~/shared/settings/find-settings'
import { Button, EmptyState, HitsInput, SearchIcon, useTyped, useUrlState } from '~/ui/kit'
import { showOption } from './use-found-option.ts'

/** Finds settings by name, key or common word. While something is typed, the hits stand in the place of the cards, which stay as they are. */
export function SettingsSearch({ children }: { readonly children: ReactNode }) {
  const t = useText()
  const language = useLanguage()
  const { params, change } = useUrlState()
  const [typed, setTyped] = useTyped(params.find ?? '')
  const hits = findSettings(typed, { language, titleOf: t })
  const idOf = (hit: (typeof hits)[number]) => `${hit.card} ${hit.key}`
  const type = (text: string) => {
    setTyped(text)
    change({ find: text.trim() === '' ? undefined : text.trim() }, true)
  }
  const open = (id: string) => {
    const hit = hits.find((one) => idOf(one) === id)
    if (!hit) return
    setTyped('')
    change({ ...settingSearch(hit), find: undefined })
    if (hit.option !== undefined && params.option === hit.option) requestAnimationFrame(() => showOption(hit.key))
  }
  return (
    <>
      <HitsInput
        label={t('settings.search')}
        value={typed}
        onChange={type}
        onOpen={open}
        hits={hits.map((hit) => ({
          key: idOf(hit),
          content: (
            <span className="settings-hit">
              <strong>{hit.name}</strong>
              {hit.key !== hit.card && <code>{hit.key}</code>}
              <span>{[t(`settings.tab.${hit.tab}`), t(hit.title)].join(' › ')}</span>
            </span>
          ),
        }))}
        none={
          <EmptyState
            icon={<SearchIcon />}
            title={t('settings.searchNone', { text: typed.trim() })}
            text={t('settings.searchNoneText')}
            action={<Button onClick={() => type('')}>{t('settings.searchClear')}</Button>}
          />
        }
      />
      <div hidden={typed.trim() !== ''}>{children}</div>
    </>
  )
}
