import { useText } from '~/i18n'
import { ActivityIcon, IconButton, Menu } from '~/ui/kit'
import { AUTO_SECONDS, type AutoRefreshState } from './use-auto-refresh.ts'

/** The button that lets the list look again by itself. */
export function AutoRefresh({ auto }: { readonly auto: AutoRefreshState }) {
  const t = useText()
  const { seconds, isPaused, choose } = auto
  const label = seconds === 0 ? t('log.auto') : isPaused ? t('log.autoPaused') : t('log.autoOn', { seconds })
  return (
    <Menu
      items={[
        { key: '0', label: t('log.autoOff'), isChosen: seconds === 0, run: () => choose(0) },
        ...AUTO_SECONDS.map((one) => ({
          key: String(one),
          label: t('log.autoEvery', { seconds: one }),
          isChosen: seconds === one,
          run: () => choose(one),
        })),
      ]}
    >
      <IconButton label={label} icon={<ActivityIcon />} isBordered isPressed={seconds > 0} />
    </Menu>
  )
}
