import { useLanguage } from '~/i18n'
import { placeOfSetting, settingSearch } from '~/shared/settings/find-settings'
import { useUrlState } from '~/ui/kit'
import { optionName } from './option-text.ts'
import { showOption } from './search/use-found-option.ts'

export interface OptionLinkProps {
  /** Key of the option that is led to. */
  readonly option: string
  /** Default: the option's name. */
  readonly name?: string
  /** Its field is to suggest a value. */
  readonly fill?: boolean
}

/** Leads to the row of another option. What is unsaved stays. */
export function OptionLink({ option, name, fill = false }: OptionLinkProps) {
  const language = useLanguage()
  const { change } = useUrlState()
  const words = name ?? optionName(option, language)
  const place = placeOfSetting(option)
  if (!place) return <>{words}</>
  const open = () => {
    change({ ...settingSearch(place), find: undefined, fill: fill ? '1' : undefined })
    // The address may name it already.
    requestAnimationFrame(() => showOption(option))
  }
  return (
    <button type="button" className="link" onClick={open}>
      {words}
    </button>
  )
}
