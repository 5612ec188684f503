import { getWallet, transferInviteIncome } from '@waystation/contract/api/wallet'
import { useId } from 'react'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { refreshUser } from '~/session/refresh-user'
import { Button, Dialog, Form, FormFailure, QuotaField, useQuotaFormat } from '~/ui/kit'
import type { Invitation } from './rewards-data.ts'

interface TransferProps {
  readonly invitation: Invitation
  readonly onClose: () => void
}

/** Asks how much of the invitation income goes to the balance; all of it, unless something else is typed. */
export function Transfer({ invitation: { transferable, transfer_least }, onClose }: TransferProps) {
  const t = useText()
  const format = useQuotaFormat()
  const id = useId()
  const { run } = useCall(transferInviteIncome, { isQuiet: true, done: 'wallet.invite.transferred', refreshes: [getWallet] })
  const least = t('wallet.invite.least', { amount: format(transfer_least) })
  const check = ({ quota }: { quota?: number | undefined }): Record<string, string> => {
    if (quota === undefined || quota < transfer_least) return { quota: least }
    return quota > transferable ? { quota: t('wallet.invite.most', { amount: format(transferable) }) } : {}
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('wallet.invite.transfer')}
      width={420}
      buttons={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" isSubmit form={id}>
            {t('wallet.invite.transfer')}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        schema={transferInviteIncome.body}
        initial={{ quota: transferable }}
        check={check}
        onSubmit={async (values) => {
          await run({ body: values })
          void refreshUser()
          onClose()
        }}
      >
        <FormFailure />
        <QuotaField name="quota" label={t('wallet.invite.amount')} hint={least} />
      </Form>
    </Dialog>
  )
}
