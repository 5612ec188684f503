import { Navigate } from '@tanstack/react-router'
import { createToken } from '@waystation/contract/api/people/token'
import { getSetup } from '@waystation/contract/api/setup'
import { TokenDraft } from '@waystation/contract/people/token'
import { PASSWORD_MIN, SetupDraft } from '@waystation/contract/site/setup'
import { useState } from 'react'
import { call } from '~/api/call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useQuotaPerUnit, useSystemName } from '~/session/status'
import { useIsAdmin } from '~/session/user'
import { TopBar } from '~/shell/top-bar/TopBar'
import {
  Banner,
  CheckIcon,
  ErrorState,
  Form,
  FormFailure,
  FormSection,
  QuotaField,
  SecretField,
  SkeletonLines,
  SubmitButton,
  SwitchField,
  TextField,
  useQuotaFormat,
  useUrlState,
} from '~/ui/kit'
import { CallStep } from './CallStep.tsx'
import { type ChannelForm, ChannelStep } from './ChannelStep.tsx'
import { ModeStep } from './ModeStep.tsx'
import { type SetupFacts, type Step, StepHead, type StepProps, steps } from './setup-step.tsx'
import './setup.css'

interface RailStep {
  readonly step: Step
  readonly label: string
  /** The choice made in it, once it is done. */
  readonly note?: string | undefined
}

interface RailPart {
  readonly title: string
  readonly steps: readonly RailStep[]
}

/** The current step and the choices so far. */
function SetupRail({ step, facts }: { readonly step: Step; readonly facts: SetupFacts }) {
  const t = useText()
  const parts = useParts(facts)
  return (
    <nav className="setup-rail" aria-label={t('setup.title')}>
      {parts.map((part) => (
        <section key={part.title}>
          <h2>{part.title}</h2>
          <ol>
            {part.steps.map((one, index) => (
              <RailItem key={one.step} step={one} number={index + 1} now={step} />
            ))}
          </ol>
        </section>
      ))}
    </nav>
  )
}

function RailItem({ step, number, now }: { readonly step: RailStep; readonly number: number; readonly now: Step }) {
  const distance = steps.indexOf(step.step) - steps.indexOf(now)
  const state = distance < 0 ? 'past' : distance === 0 ? 'now' : 'ahead'
  return (
    <li className={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className="setup-dot">{state === 'past' ? <CheckIcon /> : number}</span>
      <span>
        {step.label}
        {state === 'past' && step.note && <small>{step.note}</small>}
      </span>
    </li>
  )
}

function useParts({ username, mode, channel, token }: SetupFacts): readonly RailPart[] {
  const t = useText()
  const quota = useQuotaFormat()
  const modes = { external: t('setup.modeExternal'), self: t('setup.modeSelf'), demo: t('setup.modeDemo') }
  const testTime = channel?.testMs === undefined ? '' : `${(channel.testMs / 1000).toFixed(2)} s`
  const limit = token?.quota === undefined ? t('setup.tokenUnlimited') : t('setup.tokenDone', { amount: quota(token.quota) })
  return [
    {
      title: t('setup.railSetup'),
      steps: [
        { step: 'account', label: t('setup.stepAccount'), note: username },
        { step: 'mode', label: t('setup.stepMode'), note: mode && modes[mode] },
        { step: 'done', label: t('setup.stepDone') },
      ],
    },
    {
      title: t('setup.railFirstCall'),
      steps: [
        { step: 'channel', label: t('setup.stepChannel'), note: channel && [channel.name, testTime].filter(Boolean).join(' · ') },
        { step: 'token', label: t('setup.stepToken'), note: token && limit },
        { step: 'call', label: t('setup.stepCall') },
      ],
    },
  ]
}

/** Name and password of the super admin. The next step sends them. */
function AccountStep({ facts, learn, go }: StepProps) {
  const t = useText()
  const check = (values: { password?: string | undefined; confirmPassword?: string | undefined }) => ({
    ...((values.password ?? '').length < PASSWORD_MIN ? { password: t('setup.passwordShort') } : {}),
    ...(values.password === values.confirmPassword ? {} : { confirmPassword: t('setup.mismatch') }),
  })
  return (
    <>
      <StepHead title={t('setup.accountTitle')} text={t('setup.accountText')} />
      <Form
        schema={SetupDraft}
        initial={{ username: facts.username ?? '', password: facts.password ?? '', confirmPassword: facts.password ?? '' }}
        check={check}
        onSubmit={({ username = '', password = '' }) => {
          learn({ username: username.trim(), password })
          go('mode')
        }}
      >
        <FormFailure />
        <TextField
          name="username"
          label={t('setup.username')}
          hint={t('setup.usernameHint')}
          autoComplete="username"
          size="large"
          hasFocus
          isRequired
        />
        <SecretField
          name="password"
          label={t('setup.password')}
          hint={t('setup.passwordHint')}
          autoComplete="new-password"
          size="large"
          isRequired
        />
        <SecretField name="confirmPassword" label={t('setup.confirmPassword')} autoComplete="new-password" size="large" isRequired />
        <div className="setup-foot">
          <span className="grow" />
          <SubmitButton size="large">{t('action.next')}</SubmitButton>
        </div>
      </Form>
    </>
  )
}

/** The first token. Its answer carries the key for the last step. */
function TokenStep({ learn, go, isKeyLost }: StepProps & { readonly isKeyLost: boolean }) {
  const t = useText()
  const perUnit = useQuotaPerUnit()
  return (
    <>
      <StepHead title={t('setup.tokenTitle')} text={t('setup.tokenText')} />
      <Form
        schema={TokenDraft}
        initial={{ name: t('setup.tokenDefaultName'), remain_quota: 10 * perUnit, unlimited_quota: false }}
        onSubmit={async (draft) => {
          const token = await call(createToken, { body: draft })
          const quota = token.unlimited_quota ? undefined : token.remain_quota
          learn({ token: { id: token.id, name: token.name, key: `sk-${token.key}`, quota } })
          go('call')
        }}
      >
        {isKeyLost && <Banner tone="amber">{t('setup.tokenLost')}</Banner>}
        <FormFailure />
        <FormSection columns={1}>
          <TextField name="name" label={t('setup.tokenName')} isRequired />
          <SwitchField name="unlimited_quota" label={t('setup.tokenUnlimited')} hint={t('setup.tokenUnlimitedHint')} />
          <QuotaField name="remain_quota" label={t('setup.tokenQuota')} presetsInDollars={[1, 10, 50, 100]} hideWhen="unlimited_quota" />
        </FormSection>
        <div className="setup-foot">
          <span className="grow" />
          <SubmitButton size="large">{t('setup.tokenCreate')}</SubmitButton>
        </div>
      </Form>
    </>
  )
}

/** From an empty machine to a first answer: account, mode; then a channel, a token, a call. */
export function SetupPage({ ChannelFields }: ChannelForm) {
  const t = useText()
  const name = useSystemName()
  const isAdmin = useIsAdmin()
  const { params, change } = useUrlState()
  const [facts, setFacts] = useState<SetupFacts>({})
  const server = useData(getSetup)

  const go = (step: Step) => change({ step })
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
      <div className="setup-body">
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
