import { getWallet, transferInviteIncome } from '@waystation/contract/api/wallet'
import { useId, useState } from 'react'
import { useCall } from '~/api/use-call'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { refreshUser } from '~/session/refresh-user'
import { useServerAddress } from '~/shared/server-address'
import {
  Button,
  CopyField,
  Dialog,
  Form,
  FormFailure,
  Panel,
  QuotaField,
  QuotaText,
  SumLines,
  TransferIcon,
  useQuotaFormat,
} from '~/ui/kit'
import type { Invitation } from './rewards-data.ts'
import './rewards.css'

interface TransferProps {
  readonly invitation: Invitation
  readonly onClose: () => void
}

/** Asks how much of the invitation income goes to the balance; all of it, unless something else is typed. */
function Transfer({ invitation: { transferable, transfer_least }, onClose }: TransferProps) {
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

/** The link for friends, what they brought, and moving it to the balance. */
export function Invite({ invitation }: { readonly invitation: Invitation }) {
  const t = useText()
  const format = useQuotaFormat()
  const address = useServerAddress()
  const { people, gifts, rebates, income, rebate_percent: percent } = invitation
  return (
    <Panel title={t('wallet.invite.title')} {...(percent > 0 ? { aside: t('wallet.invite.rebate', { percent }) } : {})} isFlush>
      <div className="rewards-invite">
        <CopyField value={`${address}${paths.register()}?aff=${invitation.code}`} label={t('wallet.invite.copy')} />
        <Terms invitation={invitation} />
        <hr />
        <SumLines
          lines={[
            { label: t('wallet.invite.people'), value: t('wallet.invite.peopleCount', { count: people }) },
            { label: t('wallet.invite.gifts'), value: <QuotaText value={gifts} /> },
            { label: t('wallet.invite.rebates'), value: <QuotaText value={rebates} /> },
            { label: t('wallet.invite.income'), value: format(income), isTotal: true },
          ]}
        />
      </div>
      <Transferable invitation={invitation} />
    </Panel>
  )
}

/** What inviting brings, as far as it brings anything. */
function Terms({ invitation: { to_inviter, to_invitee, rebate_percent: percent } }: { readonly invitation: Invitation }) {
  const t = useText()
  const format = useQuotaFormat()
  // Chinese has no space between two sentences.
  const space = useLanguage() === 'zh' ? '' : ' '
  const gifts = to_inviter > 0 || to_invitee > 0 ? t('wallet.invite.both', { mine: format(to_inviter), theirs: format(to_invitee) }) : ''
  const share = percent > 0 ? t('wallet.invite.share', { percent }) : ''
  const terms = [gifts, share].filter(Boolean)
  return terms.length > 0 && <p className="rewards-small">{terms.join(space)}</p>
}

function Transferable({ invitation }: { readonly invitation: Invitation }) {
  const t = useText()
  const format = useQuotaFormat()
  const [isOpen, setIsOpen] = useState(false)
  const { income, transferable, transferred, transfer_least } = invitation
  const reason = transferable < transfer_least ? t('wallet.invite.tooLittle', { amount: format(transfer_least) }) : undefined
  return (
    <div className="rewards-transfer">
      <div className="rewards-foot">
        <div className="grow">
          <div className="rewards-small">{t('wallet.invite.transferable')}</div>
          <div className="rewards-transferable">
            <QuotaText value={transferable} />
          </div>
        </div>
        <Button icon={<TransferIcon />} onClick={() => setIsOpen(true)} disabledReason={reason}>
          {t('wallet.invite.transfer')}
        </Button>
      </div>
      {income > 0 && <p className="rewards-small">{t('wallet.invite.note', { amount: format(transferred) })}</p>}
      {isOpen && <Transfer invitation={invitation} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
