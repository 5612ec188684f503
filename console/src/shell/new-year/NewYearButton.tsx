import { useText } from '~/i18n'
import { IconButton } from '~/ui/button/IconButton'
import { PartyIcon } from '~/ui/icons'
import { isNewYearsDay } from './new-year.ts'

/** On the first of January, and on no other day, something to press. */
export function NewYearButton() {
  const t = useText()
  const now = new Date()
  if (!isNewYearsDay(now)) return null
  const play = async () => {
    const { celebrate } = await import('./celebrate.ts')
    celebrate(t('shell.newYearGreeting', { year: now.getFullYear() }))
  }
  return <IconButton label={t('shell.newYear')} icon={<PartyIcon />} onClick={() => void play()} />
}
