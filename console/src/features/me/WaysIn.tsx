import { getFactors } from '@waystation/contract/api/second-factor'
import type { IdentityProviderName } from '@waystation/contract/sign-in'
import type { Self } from '@waystation/contract/user'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { type OutsideProvider, useOutsideProviders } from '~/shared/sign-in/outside-providers'
import { TelegramDialog } from '~/shared/sign-in/TelegramDialog'
import { WeChatDialog } from '~/shared/sign-in/WeChatDialog'
import { AskTextHost, Button, LockIcon, MailIcon, Panel } from '~/ui/kit'
import { EmailDialog } from './EmailDialog.tsx'
import { Passkeys } from './Passkeys.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { TwoStep } from './TwoStep.tsx'
import { useLinks } from './use-links.ts'
import { WayRow } from './WayRow.tsx'

const idFields = {
  github: 'github_id',
  oidc: 'oidc_id',
  linuxdo: 'linux_do_id',
  wechat: 'wechat_id',
  telegram: 'telegram_id',
} as const satisfies Record<IdentityProviderName, keyof Self>

/** Password, passkeys, two-step verification, email address, and accounts of other sites. */
export function WaysIn({ user }: { readonly user: Self }) {
  const t = useText()
  const [open, setOpen] = useState<'password' | 'email'>()
  const close = () => setOpen(undefined)
  const links = useLinks()
  const factors = useData(getFactors)
  // One that was switched off after it was linked can still be unlinked.
  const providers = useOutsideProviders().filter(({ key, isOn }) => isOn || user[idFields[key]] !== '')
  return (
    <Panel title={t('me.waysIn')} isFlush>
      <ul className="me-rows">
        <WayRow icon={<LockIcon />} name={t('auth.password')} text={t(user.has_password ? 'me.passwordText' : 'me.noPasswordText')}>
          <Button size="small" onClick={() => setOpen('password')}>
            {t(user.has_password ? 'me.changePassword' : 'me.setPassword')}
          </Button>
        </WayRow>
        <Passkeys factors={factors.data} failure={factors.error} />
        <TwoStep factors={factors.data} failure={factors.error} />
        <WayRow icon={<MailIcon />} name={t('auth.email')} text={user.email || t('me.notLinked')}>
          <Button size="small" onClick={() => setOpen('email')}>
            {t(user.email ? 'me.replaceEmail' : 'me.linkEmail')}
          </Button>
        </WayRow>
        {providers.map((provider) => (
          <ProviderRow key={provider.key} provider={provider} id={user[idFields[provider.key]]} links={links} />
        ))}
      </ul>
      {open === 'password' && <PasswordDialog hasPassword={user.has_password} onClose={close} />}
      {open === 'email' && <EmailDialog current={user.email} onClose={close} />}
      {links.dialog?.provider === 'wechat' && <WeChatDialog onClose={links.close} submit={t('me.link')} onCode={links.linkWeChat} />}
      {links.dialog?.provider === 'telegram' && <TelegramDialog onClose={links.close} address={links.dialog.address} />}
      <AskTextHost />
    </Panel>
  )
}

interface ProviderRowProps {
  readonly provider: OutsideProvider
  /** Of the account there; empty: none is linked. */
  readonly id: string
  readonly links: ReturnType<typeof useLinks>
}

function ProviderRow({ provider: { key, name, icon }, id, links }: ProviderRowProps) {
  const t = useText()
  const isLinked = id !== ''
  return (
    <WayRow icon={icon} name={name} text={isLinked ? t('me.linkedAs', { id }) : t('me.notLinked')}>
      <Button size="small" onClick={() => (isLinked ? links.unlink(key, name) : links.link(key))}>
        <span className="unseen">{name} </span>
        {t(isLinked ? 'me.unlink' : 'me.link')}
      </Button>
    </WayRow>
  )
}
