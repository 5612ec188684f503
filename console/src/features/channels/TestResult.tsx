import { useText } from '~/i18n'
import { FailedIcon, OkIcon, timeText } from '~/ui/kit'
import type { TestDone } from './channel-queries.ts'
import './channel.css'

/** The verdict and the times, then the answer or the vendor's exact error. */
export function TestResult({ result }: { readonly result: TestDone }) {
  const t = useText()
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
        <span className="text3">{timeText(result.at, 'clock', 'en')}</span>
      </div>
      <p className={result.isOk ? '' : 'mono tone-red'}>{result.words || t('channel.testEmpty')}</p>
    </div>
  )
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
