import type { Client, Sample, Step } from '@waystation/contract/clients/client'
import { useLanguage, useText } from '~/i18n'
import { CodeBlock, type CodeSample, CopyButton } from '~/ui/kit'

export interface ConnectStepsProps {
  readonly client: Client
  /** The steps with a key in them. */
  readonly stepsWith: (key: string) => readonly Step[]
  readonly shownKey: string
  /** The key of the lines that are copied. */
  readonly wholeKey: () => Promise<string>
}

/** A step and its place among all of its client. */
interface PlacedStep {
  readonly step: Step
  readonly place: number
}

/** The ways to set a client up: each but the first begins with a step that says so. */
function waysOf(steps: readonly Step[]): readonly (readonly PlacedStep[])[] {
  const starts = steps.flatMap((step, place) => (place === 0 || step.or ? [place] : []))
  const placed = steps.map((step, place) => ({ step, place }))
  return starts.map((start, at) => placed.slice(start, starts[at + 1]))
}

/** What is to be done, one after the other. The key stands in it as it may be seen, and is copied whole. */
export function ConnectSteps({ client, stepsWith, shownKey, wholeKey }: ConnectStepsProps) {
  const t = useText()
  const language = useLanguage()
  return waysOf(stepsWith(shownKey)).map((way) => (
    <section key={way[0]?.place} className="connect-way">
      {way[0]?.step.or && <p className="connect-or">{way[0].step.or[language]}</p>}
      <ol className={`connect-steps ${way.length === 1 ? 'single' : ''}`}>
        {way.map(({ step, place }) => {
          const copied = async <Found,>(find: (step: Step) => Found) => {
            const whole = stepsWith(await wholeKey())[place]
            return whole && find(whole)
          }
          const kind = step.kind === 'run' && client.kind === 'code' ? 'command' : step.kind
          return (
            <li key={`${client.id} ${place}`}>
              <h3>{t(`connect.step.${kind}`, { client: client.name })}</h3>
              {'where' in step && step.where && <p className="text2">{step.where[language]}</p>}
              <StepBody step={step} copied={copied} />
            </li>
          )
        })}
      </ol>
    </section>
  ))
}

interface StepBodyProps {
  readonly step: Step
  /** What is found in the same step with the whole key. */
  readonly copied: <Found>(find: (step: Step) => Found) => Promise<Found | undefined>
}

function StepBody({ step, copied }: StepBodyProps) {
  const t = useText()
  const codeOf = (find: (step: Step) => string | undefined) => async () => (await copied(find)) ?? ''
  const sample = (label: string, { language, code }: Sample, find: (step: Step) => string | undefined): CodeSample => ({
    ...{ label, language, code },
    copied: codeOf(find),
  })
  switch (step.kind) {
    case 'environment': {
      const find = (which: 'now' | 'always') => (whole: Step) => (whole.kind === 'environment' ? whole[which].code : undefined)
      return (
        <CodeBlock samples={[sample(t('connect.now'), step.now, find('now')), sample(t('connect.always'), step.always, find('always'))]} />
      )
    }
    case 'fields':
      return <StepFields fields={step.fields} copied={copied} />
    case 'code':
      return (
        <CodeBlock
          samples={step.samples.map((one, at) =>
            sample(one.label, one, (whole) => (whole.kind === 'code' ? whole.samples[at]?.code : undefined)),
          )}
        />
      )
    default: {
      const label = step.kind === 'file' ? step.path : t(step.language === 'powershell' ? 'connect.powerShell' : 'connect.terminal')
      return <CodeBlock samples={[sample(label, step, (whole) => ('code' in whole ? whole.code : undefined))]} />
    }
  }
}

/** The fields of a settings page, each with its value to be copied. */
function StepFields({ fields, copied }: Pick<StepBodyProps, 'copied'> & Pick<Extract<Step, { kind: 'fields' }>, 'fields'>) {
  const t = useText()
  const language = useLanguage()
  return (
    <dl className="connect-fields">
      {fields.map(({ name, value }, at) => (
        <div key={name.en}>
          <dt>{name[language]}</dt>
          <dd>
            <code>{value}</code>
            <CopyButton
              value={async () => (await copied((whole) => (whole.kind === 'fields' ? whole.fields[at]?.value : undefined))) ?? ''}
              label={t('connect.copyField', { name: name[language] })}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
