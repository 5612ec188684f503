import { useNavigate } from '@tanstack/react-router'
import { login } from '@waystation/contract/api/people/session'
import { postSetup } from '@waystation/contract/api/setup'
import type { SetupStatus } from '@waystation/contract/site/setup'
import { z } from 'zod'
import { call } from '~/api/call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { refreshStatus } from '~/session/status'
import { rememberUser } from '~/session/user'
import { Button, CardsField, EyeIcon, Form, FormFailure, HouseIcon, StoreIcon, SubmitButton } from '~/ui/kit'
import { type Mode, StepHead, type StepProps } from './setup-step.tsx'

const ModeDraft = z.object({ mode: z.enum(['external', 'self', 'demo']) })
const databases: Readonly<Record<string, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL', postgresql: 'PostgreSQL', mysql: 'MySQL' }

interface ModeStepProps extends StepProps {
  readonly server: SetupStatus
  readonly onDone: () => unknown
}

/** How it will be used. Finishing makes the account, logs in with it, and goes on. */
export function ModeStep({ facts, learn, go, server, onDone }: ModeStepProps) {
  const t = useText()
  const navigate = useNavigate()
  const { username = '', password = '' } = facts

  const finish = async (mode: Mode) => {
    // A login that failed is tried again; the account is there by then.
    if (!facts.isMade) {
      await call(postSetup, {
        body: { username, password, confirmPassword: password, SelfUseModeEnabled: mode === 'self', DemoSiteEnabled: mode === 'demo' },
      })
      learn({ isMade: true })
    }
    await refreshStatus()
    if (password === '') {
      // The account was there before us, so its password is not ours to log in with.
      await navigate({ to: paths.login() })
      return
    }
    rememberUser(await call(login, { body: { username, password } }))
    learn({ mode })
    go('channel')
    void onDone()
  }

  return (
    <>
      <StepHead title={t('setup.modeTitle')} text={t('setup.modeText')} />
      <Form schema={ModeDraft} initial={{ mode: facts.mode ?? 'external' }} onSubmit={({ mode }) => finish(mode)}>
        <FormFailure />
        <ModeCards />
        <div className="setup-foot">
          {!server.root_init && (
            <Button size="large" onClick={() => go('account')}>
              {t('action.previous')}
            </Button>
          )}
          <span className="grow" />
          <span className="text3 setup-database">
            {t('setup.database', { name: databases[server.database_type] ?? server.database_type })}
          </span>
          <SubmitButton size="large">{t('setup.finish')}</SubmitButton>
        </div>
      </Form>
    </>
  )
}

function ModeCards() {
  const t = useText()
  return (
    <CardsField
      name="mode"
      label={t('setup.stepMode')}
      cards={[
        { value: 'external', title: t('setup.modeExternal'), text: t('setup.modeExternalText'), icon: <StoreIcon /> },
        { value: 'self', title: t('setup.modeSelf'), text: t('setup.modeSelfText'), icon: <HouseIcon /> },
        { value: 'demo', title: t('setup.modeDemo'), text: t('setup.modeDemoText'), icon: <EyeIcon /> },
      ]}
    />
  )
}
