import { useEffect, useRef, useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { FailedIcon, OkIcon, timeText } from '~/ui/kit'
import type { TestDone } from '../channel-queries.ts'
import '../channel.css'

/** Seconds: a test that began so long ago is one that somebody waits for. */
const JUST_NOW = 120

/** The verdict and the times, then the answer or the vendor's exact error. */
export function TestResult({ result }: { readonly result: TestDone }) {
  const t = useText()
  const language = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  const [first] = useState(result)
  // What one waits for must not come below the fold, nor below a bar that floats there. A result of before is where it is.
  useEffect(() => {
    if (result !== first || Date.now() / 1000 - result.at < JUST_NOW) box.current?.scrollIntoView({ block: 'nearest' })
  }, [result, first])
  return (
    <div className="test-result" role="status" ref={box}>
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
