import { useText } from '~/i18n'
import { usePublicStatus, useSystemName } from '~/session/status'
import { Mark, Tag } from '~/ui/kit'

/** Mark, the installation's own logo if it has one, name, and the badge of an unusual mode. */
export function Brand() {
  const t = useText()
  const status = usePublicStatus()
  const name = useSystemName()
  return (
    <span className="brand">
      {status?.logo ? <img src={status.logo} alt="" width={22} height={22} /> : <Mark />}
      <span className="brand-name">{name}</span>
      {status?.self_use_mode_enabled && <Tag>{t('shell.selfUse')}</Tag>}
      {status?.demo_site_enabled && <Tag tone="amber">{t('shell.demo')}</Tag>}
    </span>
  )
}
