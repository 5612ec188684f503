import { setSelfLanguage } from '@waystation/contract/api/people/session'
import { call } from '~/api/call'
import { switchLanguage, useLanguage, useText } from '~/i18n'
import { storedUser } from '~/session/user'
import { IconButton } from '~/ui/button/IconButton'
import { LanguagesIcon, MoonIcon, SunIcon } from '~/ui/icons'
import { switchTheme, useThemeMode } from '~/ui/theme-mode'

/** The two switches at the right of every top bar. There are two of each, so a press is enough. */
export function ThemeAndLanguage() {
  const t = useText()
  const mode = useThemeMode()
  const switchToOther = useSwitchLanguage()
  return (
    <>
      <IconButton
        label={t(mode === 'dark' ? 'shell.toLight' : 'shell.toDark')}
        icon={mode === 'dark' ? <SunIcon /> : <MoonIcon />}
        onClick={switchTheme}
      />
      <IconButton label={t('shell.language')} icon={<LanguagesIcon />} onClick={() => void switchToOther()} />
    </>
  )
}

/** Switches to the other language: there are two. */
export function useSwitchLanguage(): () => Promise<void> {
  const other = useLanguage() === 'zh' ? 'en' : 'zh'
  return async () => {
    await switchLanguage(other)
    // Remembered for mail and messages too; the choice here stands whether or not that works.
    if (storedUser()) await call(setSelfLanguage, { body: { language: other } }).catch(() => undefined)
  }
}
