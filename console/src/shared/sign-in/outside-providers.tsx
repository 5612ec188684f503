import type { IdentityProviderName } from '@waystation/contract/people/sign-in'
import type { PublicStatus } from '@waystation/contract/site/public-status'
import type { ReactNode } from 'react'
import { useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { IdCardIcon, TelegramIcon, WeChatIcon } from '~/ui/kit'

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

// Logos of login providers, drawn on 24 px like the icons next to them. Lucide has no company logos.

/** GitHub's mark. */
export function GitHubIcon() {
  return (
    <svg className="lucide" viewBox="0 0 16 16" fill="currentColor" aria-hidden>
      <path d="M8 0C3.58 0 0 3.58 0 8c0 3.54 2.29 6.53 5.47 7.59.4.07.55-.17.55-.38 0-.19-.01-.82-.01-1.49-2.01.37-2.53-.49-2.69-.94-.09-.23-.48-.94-.82-1.13-.28-.15-.68-.52-.01-.53.63-.01 1.08.58 1.23.82.72 1.21 1.87.87 2.33.66.07-.52.28-.87.51-1.07-1.78-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82.64-.18 1.32-.27 2-.27s1.36.09 2 .27c1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48 0 1.07-.01 1.93-.01 2.2 0 .21.15.46.55.38A8.01 8.01 0 0 0 16 8c0-4.42-3.58-8-8-8z" />
    </svg>
  )
}

/** LinuxDO's: a disc in three bands. */
export function LinuxDoIcon() {
  return (
    <svg className="lucide" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden>
      <circle cx="12" cy="12" r="9" />
      <path d="M3.9 8.5h16.2M3.9 15.5h16.2" />
    </svg>
  )
}
