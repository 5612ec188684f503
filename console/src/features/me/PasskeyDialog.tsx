import { createPasskey, getFactors, startPasskey } from '@waystation/contract/api/second-factor'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { TextField } from '~/ui/kit'
import { agentName } from './agent-name.ts'
import { FormDialog } from './FormDialog.tsx'

const PasskeyForm = createPasskey.body.pick({ name: true })

/** A new passkey under a name; the browser makes it. When the browser's dialog is closed, this one is still there. */
export function PasskeyDialog({ onClose }: { readonly onClose: () => void }) {
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
