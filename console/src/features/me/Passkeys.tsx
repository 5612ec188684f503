import { createPasskey, deletePasskey, getFactors, renamePasskey, startPasskey } from '@waystation/contract/api/people/second-factor'
import { type Factors, PASSKEY_NAME_MAX, PASSKEYS_MAX, type Passkey } from '@waystation/contract/people/second-factor'
import { useState } from 'react'
import { messageOf } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { agentName } from '~/shared/agent-name'
import type { PasskeyFault } from '~/shared/second-factor/passkey-fault'
import { usePasskeyFault } from '~/shared/second-factor/use-passkey-fault'
import { askText, Button, confirm, EditIcon, IconButton, PasskeyIcon, Tag, TextField, TimeText, TrashIcon } from '~/ui/kit'
import { FormDialog } from './FormDialog.tsx'
import { WayRow } from './WayRow.tsx'

export interface FactorRowProps {
  /** Undefined while they load. */
  readonly factors: Factors | undefined
  readonly failure: Error | null
}

/** The user's passkeys: adding one, and those there are. */
export function Passkeys({ factors, failure }: FactorRowProps) {
  const t = useText()
  const [isAdding, setAdding] = useState(false)
  const fault = usePasskeyFault()
  const faultText = useFaultText(fault)
  const passkeys = factors?.passkeys ?? []
  const usual = passkeys.length === 0 ? t('factor.passkey.none') : t('factor.passkey.some', { count: passkeys.length })
  const isFull = passkeys.length >= PASSKEYS_MAX
  return (
    <>
      <WayRow
        icon={<PasskeyIcon />}
        name={t('factor.passkey.title')}
        text={failure && !factors ? messageOf(failure) : (faultText ?? usual)}
        below={passkeys.length > 0 && <PasskeyList passkeys={passkeys} />}
      >
        {fault === undefined && (
          <Button
            size="small"
            isDisabled={!factors}
            disabledReason={isFull ? t('factor.passkey.full', { count: PASSKEYS_MAX }) : undefined}
            onClick={() => setAdding(true)}
          >
            <span className="unseen">{t('factor.passkey.title')} </span>
            {t('factor.passkey.add')}
          </Button>
        )}
      </WayRow>
      {isAdding && <PasskeyDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function useFaultText(fault: PasskeyFault | undefined): string | undefined {
  const t = useText()
  const address = usePublicStatus()?.server_address ?? ''
  return fault && t(`factor.passkey.fault.${fault}`, { address })
}

function PasskeyList({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const t = useText()
  return (
    <ul className="me-passkeys" aria-label={t('factor.passkey.list')}>
      {passkeys.map((passkey) => (
        <PasskeyLine key={passkey.id} passkey={passkey} />
      ))}
    </ul>
  )
}

function PasskeyLine({ passkey: { id, name, is_synced, created_at, last_used_at } }: { readonly passkey: Passkey }) {
  const t = useText()
  const rename = useCall(renamePasskey, { refreshes: [getFactors], done: 'factor.passkey.renamed' })
  const remove = useCall(deletePasskey, { refreshes: [getFactors], done: 'factor.passkey.removed' })
  const askName = async () => {
    const next = await askText({
      title: t('factor.passkey.renameTitle'),
      label: t('factor.passkey.name'),
      initial: name,
      maxLength: PASSKEY_NAME_MAX,
      yes: t('action.save'),
    })
    if (next && next !== name) await rename.run({ params: { passkey: id }, body: { name: next } })
  }
  const askRemoval = async () => {
    const isSure = await confirm({
      title: t('factor.passkey.removeTitle', { name }),
      text: t('factor.passkey.removeText'),
      yes: t('factor.passkey.removeYes'),
      isDanger: true,
    })
    if (isSure) await remove.run({ params: { passkey: id } })
  }
  return (
    <li>
      <div className="grow">
        <span className="me-passkey-name">
          <strong>{name}</strong>
          {is_synced && (
            <span title={t('factor.passkey.syncedHint')}>
              <Tag tone="neutral">{t('factor.passkey.synced')}</Tag>
            </span>
          )}
        </span>
        <p>
          {t('factor.passkey.created')} <TimeText unix={created_at} style="date" /> ·{' '}
          {last_used_at === null ? (
            t('factor.passkey.neverUsed')
          ) : (
            <>
              {t('factor.passkey.used')} <TimeText unix={last_used_at} />
            </>
          )}
        </p>
      </div>
      <IconButton isSmall label={t('factor.passkey.rename', { name })} icon={<EditIcon />} onClick={() => quietly(askName)} />
      <IconButton isSmall label={t('factor.passkey.remove', { name })} icon={<TrashIcon />} onClick={() => quietly(askRemoval)} />
    </li>
  )
}

/** The calls have shown their failures. */
function quietly(run: () => Promise<unknown>): void {
  run().catch(() => undefined)
}

const PasskeyForm = createPasskey.body.pick({ name: true })

/** A new passkey under a name; the browser makes it. When the browser's dialog is closed, this one is still there. */
function PasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const start = useCall(startPasskey, { isQuiet: true })
  const create = useCall(createPasskey, { isQuiet: true, done: 'factor.passkey.added', refreshes: [getFactors] })
  const submit = async ({ name }: { name: string }) => {
    const [{ makePasskey }, options] = await Promise.all([import('~/shared/second-factor/passkey'), start.run()])
    await create.run({ body: { name, passkey: await makePasskey(options) } })
  }
  return (
    <FormDialog
      title={t('factor.passkey.addTitle')}
      text={t('factor.passkey.addText')}
      submit={t('factor.step.submit')}
      schema={PasskeyForm}
      initial={{ name: ownName() }}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="name" label={t('factor.passkey.name')} hint={t('factor.passkey.nameHint')} isRequired hasFocus />
    </FormDialog>
  )
}

/** What this browser is called in the list of sessions too; it is a proposal. */
function ownName(): string {
  const { program, system } = agentName(navigator.userAgent)
  return [program, system].filter((part) => part !== undefined).join(' · ')
}
