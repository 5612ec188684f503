import { useText } from '~/i18n'
import { CheckIcon, useQuotaFormat } from '~/ui/kit'
import { type SetupFacts, type Step, steps } from './setup-facts.ts'

/** Where one is, and what was chosen so far. */
export function SetupRail({ step, facts }: { readonly step: Step; readonly facts: SetupFacts }) {
  const t = useText()
  const quota = useQuotaFormat()
  const modes = { external: t('setup.modeExternal'), self: t('setup.modeSelf'), demo: t('setup.modeDemo') }
  const { channel, token } = facts
  const parts: readonly {
    readonly title: string
    readonly steps: readonly { readonly step: Step; readonly label: string; readonly note?: string | undefined }[]
  }[] = [
    {
      title: t('setup.railSetup'),
      steps: [
        { step: 'account', label: t('setup.stepAccount'), note: facts.username },
        { step: 'mode', label: t('setup.stepMode'), note: facts.mode && modes[facts.mode] },
        { step: 'done', label: t('setup.stepDone') },
      ],
    },
    {
      title: t('setup.railFirstCall'),
      steps: [
        {
          step: 'channel',
          label: t('setup.stepChannel'),
          note:
            channel &&
            [channel.name, channel.testMs === undefined ? '' : `${(channel.testMs / 1000).toFixed(2)} s`].filter(Boolean).join(' · '),
        },
        {
          step: 'token',
          label: t('setup.stepToken'),
          note: token && (token.quota === undefined ? t('setup.tokenUnlimited') : t('setup.tokenDone', { amount: quota(token.quota) })),
        },
        { step: 'call', label: t('setup.stepCall') },
      ],
    },
  ]
  const now = steps.indexOf(step)
  return (
    <nav className="setup-rail" aria-label={t('setup.title')}>
      {parts.map((part) => (
        <section key={part.title}>
          <h2>{part.title}</h2>
          <ol>
            {part.steps.map((one, index) => {
              const place = steps.indexOf(one.step)
              const state = place < now ? 'past' : place === now ? 'now' : 'ahead'
              return (
                <li key={one.step} className={state} aria-current={state === 'now' ? 'step' : undefined}>
                  <span className="setup-dot">{state === 'past' ? <CheckIcon /> : index + 1}</span>
                  <span>
                    {one.label}
                    {state === 'past' && one.note && <small>{one.note}</small>}
                  </span>
                </li>
              )
            })}
          </ol>
        </section>
      ))}
    </nav>
  )
}
