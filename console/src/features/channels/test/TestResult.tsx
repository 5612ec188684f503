import { useLanguage, useText } from '~/i18n'
import { FailedIcon, OkIcon, timeText } from '~/ui/kit'
import type { TestDone } from '../channel-queries.ts'
import '../channel.css'

/** The verdict and the times, then the answer or the vendor's exact error. */
export function TestResult({ result }: { readonly result: TestDone }) {
  const t = useText()
  const language = useLanguage()
  return (
    <div className="test-result" role="status">
      <div className="test-verdict">
        <span className={`row ${result.isOk ? 'tone-green' : 'tone-red'}`}>
          {result.isOk ? <OkIcon /> : <FailedIcon />}
          {t(result.isOk ? 'channel.testOk' : 'channel.testFailed')}
        </span>
        {result.firstMs !== null && (
          <span className="text2">
            {t('channel.testFirst')} <strong>{seconds(result.firstMs)}</strong>
          </span>
        )}
        <span className="text2">
          {t('channel.testTotal')} <strong>{seconds(result.totalMs)}</strong>
        </span>
        <span className="text3 mono">{result.model}</span>
        <span className="grow" />
        <span className="text3">{timeText(result.at, isToday(result.at) ? 'clock' : 'full', language)}</span>
      </div>
      {result.words !== undefined && <p className={result.isOk ? '' : 'mono tone-red'}>{result.words || t('channel.testEmpty')}</p>}
    </div>
  )
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`

const isToday = (at: number): boolean => new Date(at * 1000).toDateString() === new Date().toDateString()
