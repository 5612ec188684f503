import { listSessions, updateSelf } from '@waystation/contract/api/people/account'
import { getSignInState, startSignIn, unbindIdentity, weChatBind } from '@waystation/contract/api/people/oauth'
import { bindEmail } from '@waystation/contract/api/people/registration'
import { getFactors } from '@waystation/contract/api/people/second-factor'
import { codeProviders, type IdentityProviderName } from '@waystation/contract/people/sign-in'
import { type Self, SelfChange } from '@waystation/contract/people/user'
import { PASSWORD_MIN } from '@waystation/contract/site/setup'
import { useState } from 'react'
import { z } from 'zod'
import { basePath } from '~/api/base-path'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { refreshUser } from '~/session/refresh-user'
import { rememberUser } from '~/session/user'
import { useHumanCheck } from '~/shared/sign-in/HumanCheck'
import { MailedCodeField } from '~/shared/sign-in/MailedCodeField'
import { TelegramDialog, WeChatDialog } from '~/shared/sign-in/OutsideDialogs'
import { type OutsideProvider, useOutsideProviders } from '~/shared/sign-in/outside-providers'
import { AskTextHost, Button, confirm, LockIcon, MailIcon, Panel, SecretField, TextField, toast } from '~/ui/kit'
import { FormDialog } from './FormDialog.tsx'
import { Passkeys } from './Passkeys.tsx'
import { TwoStep } from './TwoStep.tsx'
import { WayRow } from './WayRow.tsx'

type LinkDialog = { readonly provider: 'wechat' } | { readonly provider: 'telegram'; readonly address: string }

/** Linking accounts of other sites to this user, and unlinking them. */
function useLinks() {
  const t = useText()
  const [dialog, setDialog] = useState<LinkDialog>()
  const start = useCall(startSignIn)
  const state = useCall(getSignInState)
  const bind = useCall(weChatBind, { isQuiet: true })
  const unbind = useCall(unbindIdentity, { done: 'me.unlinked' })
  const close = () => setDialog(undefined)
  return {
    dialog,
    close,
    async link(provider: IdentityProviderName) {
      const site = codeProviders.find((name) => name === provider)
      if (site) {
        const { url } = await start.run({ params: { provider: site }, query: { mode: 'bind' } })
        location.assign(url)
      } else if (provider === 'telegram') {
        const value = await state.run({ query: { provider, mode: 'bind' } })
        const search = new URLSearchParams({ state: value })
        setDialog({ provider, address: `${location.origin}${basePath}/api/oauth/telegram/bind?${search}` })
      } else setDialog({ provider: 'wechat' })
    },
    async linkWeChat(code: string) {
      await bind.run({ query: { code } })
      await refreshUser()
      toast.done(t('auth.callback.bound', { provider: t('auth.weChat.name') }))
      close()
    },
    async unlink(provider: IdentityProviderName, name: string) {
      const isSure = await confirm({
        title: t('me.unlinkTitle', { provider: name }),
        text: t('me.unlinkText', { provider: name }),
        yes: t('me.unlink'),
        isDanger: true,
      })
      if (!isSure) return
      await unbind.run({ params: { provider } })
      await refreshUser()
    },
  }
}

const PasswordForm = SelfChange.pick({ original_password: true, password: true }).extend({ repeated: z.string() })

interface PasswordDialogProps {
  /** False: this user has logged in at other sites only, so there is no old one. */
  readonly hasPassword: boolean
  readonly onClose: () => void
}

/** A new password, confirmed by the old one where there is one. */
function PasswordDialog({ hasPassword, onClose }: PasswordDialogProps) {
  const t = useText()
  const save = useCall(updateSelf, { isQuiet: true, done: 'me.passwordChanged', refreshes: [listSessions] })
  return (
    <FormDialog
      title={t(hasPassword ? 'me.changePassword' : 'me.setPassword')}
      text={t('me.changePasswordText')}
      submit={t(hasPassword ? 'me.changePassword' : 'me.setPassword')}
      schema={PasswordForm}
      initial={{ original_password: '', password: '', repeated: '' }}
      check={({ password = '', repeated }) => ({
        ...([...password].length < PASSWORD_MIN ? { password: t('auth.register.passwordShort') } : {}),
        ...(password === repeated ? {} : { repeated: t('auth.register.mismatch') }),
      })}
      onSubmit={async ({ original_password = '', password = '' }) =>
        rememberUser(await save.run({ body: hasPassword ? { original_password, password } : { password } }))
      }
      onClose={onClose}
    >
      {hasPassword && <SecretField name="original_password" label={t('me.oldPassword')} autoComplete="current-password" hasFocus />}
      <SecretField
        name="password"
        label={t('me.newPassword')}
        placeholder={t('auth.register.passwordHint')}
        autoComplete="new-password"
        isRequired
        hasFocus={!hasPassword}
      />
      <SecretField name="repeated" label={t('me.repeatPassword')} autoComplete="new-password" isRequired />
    </FormDialog>
  )
}

/** An email address of one's own, proven by a code that is sent to it. */
function EmailDialog({ current, onClose }: { readonly current: string; readonly onClose: () => void }) {
  const t = useText()
  const human = useHumanCheck()
  const bind = useCall(bindEmail, { isQuiet: true, done: 'me.emailLinked' })
  return (
    <FormDialog
      title={t(current ? 'me.replaceEmail' : 'me.linkEmail')}
      text={current ? t('me.currentEmail', { email: current }) : undefined}
      submit={t('me.confirmEmail')}
      schema={bindEmail.query}
      initial={{ email: '', code: '' }}
      check={({ email, code }) => ({
        ...(email?.trim() ? {} : { email: t('auth.emailEmpty') }),
        ...(code?.trim() ? {} : { code: t('auth.codeEmpty') }),
      })}
      onSubmit={async ({ email = '', code = '' }) => {
        await bind.run({ query: { email: email.trim(), code: code.trim() } })
        await refreshUser()
      }}
      onClose={onClose}
    >
      <TextField name="email" label={t('me.newEmail')} kind="email" autoComplete="email" isRequired hasFocus />
      <MailedCodeField name="code" emailName="email" check={human} />
      {human.box}
    </FormDialog>
  )
}

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
