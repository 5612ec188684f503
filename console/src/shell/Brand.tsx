import { useState } from 'react'
import { useText } from '~/i18n'
import { usePublicStatus, useSystemName } from '~/session/status'
import { Mark } from '~/ui/Mark'
import { Tag } from '~/ui/Tag'

/** Mark, the installation's own logo if it has one, name, and the badge of an unusual mode. */
export function Brand() {
  const t = useText()
  const status = usePublicStatus()
  const name = useSystemName()
  // The mark replaces a logo that cannot be loaded.
  const [broken, setBroken] = useState<string>()
  const logo = status?.logo
  return (
    <span className="brand">
      {logo && logo !== broken ? <img src={logo} alt="" width={22} height={22} onError={() => setBroken(logo)} /> : <Mark />}
      <span className="brand-name">{name}</span>
      {status?.self_use_mode_enabled && <Tag>{t('shell.selfUse')}</Tag>}
      {status?.demo_site_enabled && <Tag tone="amber">{t('shell.demo')}</Tag>}
    </span>
  )
}
