import { WHOLE_MAP } from '@waystation/contract/options/bucket-ratios'
import { optionByKey } from '@waystation/contract/options/registry'
import { jsonPlace } from '@waystation/contract/values/json-place'
import { useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { JsonText, Tag } from '~/ui/kit'
import { optionAbout, optionName } from '../option-text.ts'
import { useDesk } from './desk.ts'
import { changesIn, layOut, textOf, withText } from './price-draft.ts'

/** A setting that is JSON: its name and how much is in it, unfolding to the text. */
export function SettingText({ name, isOpen = false }: { readonly name: string; readonly isOpen?: boolean }) {
  const t = useText()
  const language = useLanguage()
  const { draft, change } = useDesk()
  const [isUnfolded, setIsUnfolded] = useState(isOpen)
  const problem = useProblem(name)
  const about = useAbout(name)
  const typed = textOf(draft, name)
  const text = draft.texts[name] ?? layOut(typed)
  const changed = draft.texts[name] === undefined ? 0 : changesIn(draft).filter(({ key }) => key === name).length
  return (
    <details
      className="setting-text"
      open={isUnfolded || problem !== undefined}
      onToggle={(event) => setIsUnfolded(event.currentTarget.open)}
      data-setting={name}
    >
      <summary>
        <strong>{optionName(name, language)}</strong>
        <code>{name}</code>
        <span className="grow" />
        {problem !== undefined && <Tag tone="red">{t('price.broken')}</Tag>}
        {changed > 0 && <Tag tone="amber">{t('kit.unsaved', { count: changed })}</Tag>}
        <span className="text3 number">{t('price.entries', { count: entryCount(typed) })}</span>
      </summary>
      {(isUnfolded || problem !== undefined) && (
        <>
          <p className="field-hint">{about}</p>
          <JsonText
            label={optionName(name, language)}
            value={text}
            rows={Math.min(18, Math.max(4, text.split('\n').length + 1))}
            problem={jsonPlace(text) ? undefined : problem}
            onChange={(next) => change((old) => withText(old, name, next))}
          />
        </>
      )}
    </details>
  )
}

/** What a setting does, in a sentence. */
export function useAbout(name: string): string {
  const language = useLanguage()
  const option = optionByKey(name)
  // What is left out of a text here is removed, so what the call does with it is not said.
  return option ? optionAbout(option, language).replace(WHOLE_MAP[language], '').trim() : ''
}

/** What is wrong with the text of a setting; undefined: nothing. */
export function useProblem(name: string): string | undefined {
  return useDesk().problems.find(({ key }) => key === name)?.words
}

function entryCount(text: string): number {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? Object.keys(json).length : 0
  } catch {
    return 0
  }
}
