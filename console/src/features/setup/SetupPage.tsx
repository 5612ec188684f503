import { Navigate } from '@tanstack/react-router'
import { getSetup } from '@waystation/contract/api/setup'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useSystemName } from '~/session/status'
import { useIsAdmin } from '~/session/user'
import { TopBar } from '~/shell/top-bar/TopBar'
import { ErrorState, SkeletonLines, useUrlState } from '~/ui/kit'
import { AccountStep } from './AccountStep.tsx'
import { CallStep } from './CallStep.tsx'
import { type ChannelForm, ChannelStep } from './ChannelStep.tsx'
import { ModeStep } from './ModeStep.tsx'
import { SetupRail } from './SetupRail.tsx'
import { type SetupFacts, type Step, steps } from './setup-step.tsx'
import { TokenStep } from './TokenStep.tsx'
import './setup.css'

/** From an empty machine to a first answer: account, mode; then a channel, a token, a call. */
export function SetupPage({ ChannelFields }: ChannelForm) {
  const t = useText()
  const name = useSystemName()
  const isAdmin = useIsAdmin()
  const { params, change } = useUrlState()
  const [facts, setFacts] = useState<SetupFacts>({})
  const server = useData(getSetup)

  const go = (step: Step) => {
    change({ step })
    // Each step begins at its top, as a page does.
    window.scrollTo(0, 0)
  }
  const learn = (more: Partial<SetupFacts>) => setFacts((known) => ({ ...known, ...more }))
  const asked = steps.find((step) => step === params.step)
  const isSetUp = server.data?.status === true
  const isGuided = isAdmin && (asked === 'done' || asked === 'channel' || asked === 'token' || asked === 'call')

  if (isSetUp && !isGuided) return <Navigate to={paths.home()} replace />
  const hasAccount = facts.password !== undefined || server.data?.root_init === true
  const step = isGuided ? reachable(asked, facts) : hasAccount && asked !== 'account' ? 'mode' : 'account'
  const props = { facts, learn, go }

  return (
    <div className="setup">
      <title>{`${t('setup.title')} · ${name}`}</title>
      <TopBar />
      <div className={`setup-body at-${step}`}>
        <SetupRail step={step} facts={facts} />
        <main className="setup-step" id="content">
          {server.error ? (
            <ErrorState error={server.error} onRetry={server.refresh} />
          ) : server.data === undefined ? (
            <SkeletonLines />
          ) : step === 'account' ? (
            <AccountStep {...props} />
          ) : step === 'mode' ? (
            <ModeStep {...props} server={server.data} onDone={server.refresh} />
          ) : step === 'channel' ? (
            <ChannelStep {...props} ChannelFields={ChannelFields} />
          ) : step === 'token' ? (
            <TokenStep {...props} isKeyLost={asked === 'call'} />
          ) : (
            facts.token && <CallStep channel={facts.channel} token={facts.token} />
          )}
        </main>
      </div>
    </div>
  )
}

/** The last step needs a key, which a reload has forgotten; "done" leads on at once. */
function reachable(step: Step, facts: SetupFacts): Step {
  if (step === 'done') return 'channel'
  return step === 'call' && !facts.token ? 'token' : step
}
