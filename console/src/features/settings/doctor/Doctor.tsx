import { lastDoctorRun, runDoctor } from '@waystation/contract/api/doctor'
import type { DoctorFinding, DoctorRun } from '@waystation/contract/site/doctor'
import type { Tone } from '@waystation/contract/site/status-table'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { Button, Pending, Tag, TestIcon, timeText } from '~/ui/kit'
import './doctor.css'

const tones: Readonly<Record<DoctorFinding['state'], Tone>> = { bad: 'red', warning: 'orange', good: 'green', note: 'neutral' }
/** What needs somebody comes first. */
const order: readonly DoctorFinding['state'][] = ['bad', 'warning', 'good', 'note']

/** What was found when everything that the installation needs was checked last, and a button that checks it again. */
export default function Doctor() {
  const t = useText()
  const { data, error, refresh } = useData(lastDoctorRun, {})
  const { run, isRunning } = useCall(runDoctor, { refreshes: [lastDoctorRun] })
  const last = data?.last ?? undefined
  return (
    <section className="doctor" aria-labelledby="doctor-title">
      <header>
        <h3 id="doctor-title">{t('settings.doctor.title')}</h3>
        {last && <Verdict run={last} />}
        <span className="grow" />
        {data && (
          <Button size="small" icon={<TestIcon />} onClick={() => run()} isBusy={isRunning}>
            {t(last ? 'settings.doctor.again' : 'settings.doctor.run')}
          </Button>
        )}
      </header>
      {!data && <Pending error={error} onRetry={refresh} />}
      {data && !last && <p className="field-hint">{t('settings.doctor.none')}</p>}
      {last && <Findings run={last} />}
    </section>
  )
}

const countOf = ({ findings }: DoctorRun, state: DoctorFinding['state']) => findings.filter((finding) => finding.state === state).length

function Verdict({ run }: { readonly run: DoctorRun }) {
  const t = useText()
  const [faults, warnings] = [countOf(run, 'bad'), countOf(run, 'warning')]
  if (faults > 0) return <Tag tone="red">{t('settings.doctor.faults', { count: faults })}</Tag>
  if (warnings > 0) return <Tag tone="orange">{t('settings.doctor.warnings', { count: warnings })}</Tag>
  return <Tag tone="green">{t('settings.doctor.allGood')}</Tag>
}

function Findings({ run }: { readonly run: DoctorRun }) {
  const t = useText()
  const language = useLanguage()
  const isTrouble = ({ state }: DoctorFinding) => state === 'bad' || state === 'warning'
  const sorted = run.findings.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  const [troubles, others] = [sorted.filter(isTrouble), sorted.filter((finding) => !isTrouble(finding))]
  return (
    <>
      <p className="field-hint">{t('settings.doctor.last', { time: timeText(run.at, 'short', language) })}</p>
      {troubles.length > 0 && <FindingList findings={troubles} />}
      <details>
        <summary>{t('settings.doctor.others', { count: others.length })}</summary>
        <FindingList findings={others} />
      </details>
    </>
  )
}

function FindingList({ findings }: Pick<DoctorRun, 'findings'>) {
  const t = useText()
  const language = useLanguage()
  return (
    <ul>
      {findings.map((finding) => (
        <li key={finding.check.en}>
          <Tag tone={tones[finding.state]}>{t(`settings.doctor.states.${finding.state}`)}</Tag>
          <div>
            <strong>{finding.check[language]}</strong>
            <p className="text2">{finding.says[language]}</p>
            {finding.advice && <p>{finding.advice[language]}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
