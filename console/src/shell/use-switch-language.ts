import { setSelfLanguage } from '@waystation/contract/api/session'
import { call } from '~/api/call'
import { switchLanguage, useLanguage } from '~/i18n'
import { storedUser } from '~/session/user'

/** Switches to the other language: there are two. */
export function useSwitchLanguage(): () => Promise<void> {
  const other = useLanguage() === 'zh' ? 'en' : 'zh'
  return async () => {
    await switchLanguage(other)
    // Remembered for mail and messages too; the choice here stands whether or not that works.
    if (storedUser()) await call(setSelfLanguage, { body: { language: other } }).catch(() => undefined)
  }
}
