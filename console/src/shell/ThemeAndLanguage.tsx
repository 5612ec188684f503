import { useText } from '~/i18n'
import { IconButton } from '~/ui/IconButton'
import { LanguagesIcon, MoonIcon, SunIcon } from '~/ui/icons'
import { switchTheme, useThemeMode } from '~/ui/theme-mode'
import { useSwitchLanguage } from './use-switch-language.ts'

/** The two switches at the right of every top bar. There are two of each, so a press is enough. */
export function ThemeAndLanguage() {
  const t = useText()
  const mode = useThemeMode()
  const switchLanguage = useSwitchLanguage()
  return (
    <>
      <IconButton
        label={t(mode === 'dark' ? 'shell.toLight' : 'shell.toDark')}
        icon={mode === 'dark' ? <SunIcon /> : <MoonIcon />}
        onClick={switchTheme}
      />
      <IconButton label={t('shell.language')} icon={<LanguagesIcon />} onClick={() => void switchLanguage()} />
    </>
  )
}
