import { useLanguage } from '~/i18n'

export type Say = (english: string, chinese: string) => string

/** The gallery's own words, in the language that is chosen. Sample texts need both as well: a page never mixes languages. */
export function useSay(): Say {
  const language = useLanguage()
  return (english, chinese) => (language === 'zh' ? chinese : english)
}
