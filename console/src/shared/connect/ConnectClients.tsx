import { checkTokenClients, clientCheckCost } from '@waystation/contract/api/channels/client-checks'
import { useState } from 'react'
import { call } from '~/api/call'
import { useText } from '~/i18n'
import { Button, ConnectIcon, confirm, SideSheet, useQuotaFormat } from '~/ui/kit'
import { ClientChecks } from '../clients/ClientChecks.tsx'
import type { FirstModel } from '../first-model.tsx'

export interface ConnectClientsProps {
  readonly token: { readonly id: number; readonly name: string }
  readonly first: FirstModel
}

/** Checks every family of clients with a token, once its owner agrees to what that may cost. */
export function ConnectClients({ token, first }: ConnectClientsProps) {
  const t = useText()
  const format = useQuotaFormat()
  const [isOpen, setIsOpen] = useState(false)
  const { id, name } = token
  const confirms = async (model: string) => {
    const { calls, most_quota } = await call(clientCheckCost, { params: { id }, query: { model } })
    const text =
      most_quota === null
        ? t('clients.confirmText', { calls, model })
        : t('clients.confirmCost', { calls, model, amount: format(most_quota, 'exact') })
    return confirm({ title: t('clients.confirm', { name }), text, yes: t('clients.start') })
  }
  return (
    <div className="connect-test-head">
      <Button icon={<ConnectIcon />} onClick={() => setIsOpen(true)}>
        {t('clients.action')}
      </Button>
      <p className="text2">{t('clients.hint')}</p>
      <SideSheet isOpen={isOpen} onClose={() => setIsOpen(false)} width={760} title={t('clients.titleOf', { name })}>
        <ClientChecks
          help={t('clients.helpToken')}
          models={first.models}
          usual={first.model}
          confirms={confirms}
          checkOf={(model) => (family, signal) => call(checkTokenClients, { params: { id }, body: { family, model } }, { signal })}
        />
      </SideSheet>
    </div>
  )
}
