import { lastImport } from '@waystation/contract/api/import'
import { type ImportReport, importNotes, importTotalWords } from '@waystation/contract/site/import'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { joinedNames } from '~/i18n/language'
import { CopyField, NumberText, Pending, Tag, timeText } from '~/ui/kit'
import './move-in.css'

const COMMAND = 'npx waystation import --from new-api --dsn /path/to/one-api.db --dry-run'

/** What the last move from another gateway brought; or, where there was none, how to make one. */
export default function MoveIn() {
  const t = useText()
  const language = useLanguage()
  const { data, error, refresh } = useData(lastImport, {})
  const run = data?.run
  return (
    <section className="move-in" aria-labelledby="move-in-title">
      <header>
        <h3 id="move-in-title">{t('settings.moveIn.title')}</h3>
        {run && (
          <Tag tone={run.report.is_equal ? 'green' : 'red'}>
            {t(run.report.is_equal ? 'settings.moveIn.equal' : 'settings.moveIn.differs')}
          </Tag>
        )}
      </header>
      {!data && <Pending error={error} onRetry={refresh} />}
      {run && (
        <p className="field-hint">
          {t('settings.moveIn.last', { source: run.report.source, time: timeText(run.ended_at, 'short', language) })}
        </p>
      )}
      {run && <Totals report={run.report} />}
      {run && run.report.notes.length > 0 && <Notes report={run.report} />}
      {data && !run && <p className="field-hint">{t('settings.moveIn.none')}</p>}
      {data && !run && <CopyField value={COMMAND} label={t('settings.moveIn.copy')} />}
    </section>
  )
}

interface ReportProps {
  readonly report: ImportReport
}

/** What was there is what was left behind and what is here, to the unit. */
function Totals({ report }: ReportProps) {
  const t = useText()
  const language = useLanguage()
  return (
    // It scrolls sideways where it is too narrow, which a keyboard must be able to do too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
    <section className="move-in-table" tabIndex={0} aria-label={t('settings.moveIn.totals')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('settings.moveIn.what')}</th>
            {(['there', 'leftOut', 'here'] as const).map((column) => (
              <th key={column} scope="col" className="right">
                {t(`settings.moveIn.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.totals.map(({ what, there, left_out, here }) => (
            <tr key={what} className={there === left_out + here ? '' : 'tone-red'}>
              <td>{importTotalWords[what][language]}</td>
              {[there, left_out, here].map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three fixed columns
                <td key={at} className="right">
                  <NumberText value={value} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Notes({ report }: ReportProps) {
  const t = useText()
  const language = useLanguage()
  return (
    <details>
      <summary>{t('settings.moveIn.notes', { count: report.notes.length })}</summary>
      <ul>
        {report.notes.map(({ code, count, examples }) => (
          <li key={code}>
            <NumberText value={count} /> {importNotes[code][language]}
            {examples.length > 0 && <span className="text3"> {joinedNames(examples, language)}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
