import { getSignInState, startSignIn, unbindIdentity, weChatBind } from '@waystation/contract/api/oauth'
import { codeProviders, type IdentityProviderName } from '@waystation/contract/sign-in'
import { useState } from 'react'
import { basePath } from '~/api/base-path'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { refreshUser } from '~/session/refresh-user'
import { confirm, toast } from '~/ui/kit'

type LinkDialog = { readonly provider: 'wechat' } | { readonly provider: 'telegram'; readonly address: string }

/** Linking accounts of other sites to this user, and unlinking them. */
export function useLinks() {
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
