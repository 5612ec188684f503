import { useText } from '~/i18n'
import { CheckIcon, useQuotaFormat } from '~/ui/kit'
import { type SetupFacts, type Step, steps } from './setup-step.tsx'

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
export function SetupRail({ step, facts }: { readonly step: Step; readonly facts: SetupFacts }) {
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
