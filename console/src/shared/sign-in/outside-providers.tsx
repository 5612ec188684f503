import type { PublicStatus } from '@waystation/contract/public-status'
import type { IdentityProviderName } from '@waystation/contract/sign-in'
import type { ReactNode } from 'react'
import { useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { IdCardIcon, TelegramIcon, WeChatIcon } from '~/ui/kit'
import { GitHubIcon, LinuxDoIcon } from './ProviderIcons.tsx'

export interface OutsideProvider {
  readonly key: IdentityProviderName
  readonly name: string
  readonly icon: ReactNode
  readonly isOn: boolean
}

const switches = {
  github: 'github_oauth',
  oidc: 'oidc_enabled',
  linuxdo: 'linuxdo_oauth',
  wechat: 'wechat_login',
  telegram: 'telegram_oauth',
} as const satisfies Record<IdentityProviderName, keyof PublicStatus>

/** The other sites that users log in with, in the order in which they are shown. */
export function useOutsideProviders(): readonly OutsideProvider[] {
  const t = useText()
  const status = usePublicStatus()
  const provider = (key: IdentityProviderName, name: string, icon: ReactNode): OutsideProvider => ({
    ...{ key, name, icon },
    isOn: status?.[switches[key]] ?? false,
  })
  return [
    provider('github', 'GitHub', <GitHubIcon />),
    provider('oidc', 'OIDC', <IdCardIcon />),
    provider('linuxdo', 'LinuxDO', <LinuxDoIcon />),
    provider('wechat', t('auth.weChat.name'), <WeChatIcon />),
    provider('telegram', 'Telegram', <TelegramIcon />),
  ]
}
