import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'

/** A link from a row to the drawer of its channel. A deleted channel has neither a name nor a drawer. */
export function ChannelLink({ id, name }: { readonly id: number; readonly name: string }) {
  const t = useText()
  if (name === '') return <span className="text3">{t('log.channelGone')}</span>
  return (
    <Link className="log-link" to={paths.channels()} search={{ edit: String(id) }} title={t('log.openChannel', { name })}>
      {name}
    </Link>
  )
}
