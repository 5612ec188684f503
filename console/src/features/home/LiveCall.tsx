import type { ReactNode } from 'react'
import { useLanguage, useText } from '~/i18n'
import { numberText } from '~/ui/number-format'
import { Tag } from '~/ui/text/Tag'
import { costOf, dollarText, hundredths, type SampleAttempt, sampleAttempts, sampleLines, sampleModel } from './sample-call.ts'

const wholeTime = sampleAttempts.reduce((sum, attempt) => sum + attempt.centiseconds, 0)

/** The product itself: a call, its route and its cost. */
export function LiveCall() {
  const t = useText()
  return (
    <figure className="live-call" aria-label={t('home.sample')}>
      <div className="live-head">
        <Tag tone="green" hasDot>
          200
        </Tag>
        <code>POST /v1/chat/completions</code>
      </div>
      <RequestText />
      <div className="live-body">
        <h2>{t('home.route')}</h2>
        <ol className="live-route">
          {sampleAttempts.map((attempt, index) => (
            <Attempt key={attempt.channel} attempt={attempt} before={sampleAttempts.slice(0, index)} />
          ))}
        </ol>
        <h2>{t('home.price')}</h2>
        <Prices />
      </div>
    </figure>
  )
}

/** The body of the call. */
function RequestText() {
  const t = useText()
  return (
    <pre>
      {'{\n  '}
      <Name>model</Name>: <Value>{sampleModel}</Value>
      {',\n  '}
      <Name>messages</Name>
      {': [{ '}
      <Name>role</Name>: <Value>user</Value>, <Name>content</Name>: <Value>{t('home.prompt')}</Value>
      {' }],\n  '}
      <Name>stream</Name>: <span className="live-word">true</span>
      {'\n}'}
    </pre>
  )
}

function Prices() {
  const t = useText()
  const language = useLanguage()
  return (
    <table className="live-price">
      <tbody>
        {sampleLines.map((line) => (
          <tr key={line.bucket}>
            <th scope="row">{t(`home.${line.bucket}`)}</th>
            <td>{numberText(line.tokens, language)}</td>
            <td>× ${hundredths(line.centsPerMillion)} / M</td>
            <td>{dollarText(costOf(line))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {t('home.charged')}
          </th>
          <td>{dollarText(sampleLines.reduce((sum, line) => sum + costOf(line), 0))}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function Attempt({ attempt, before }: { readonly attempt: SampleAttempt; readonly before: readonly SampleAttempt[] }) {
  const t = useText()
  const { channel, status, centiseconds, firstTokenCentiseconds } = attempt
  const tone = status === 200 ? 'green' : 'red'
  const start = before.reduce((sum, earlier) => sum + earlier.centiseconds, 0)
  const note = firstTokenCentiseconds === undefined ? t('home.busy') : t('home.firstToken', { seconds: hundredths(firstTokenCentiseconds) })
  return (
    <li>
      <i className="live-dot" style={{ background: `var(--${tone}Dot)` }} />
      <span className="live-channel">{channel}</span>
      <span className="live-note ellipsis">{note}</span>
      <span className={`tone-${tone}`}>{status}</span>
      <span className="live-time">{hundredths(centiseconds)} s</span>
      <span className="live-axis">
        <i
          style={{
            marginLeft: `${(start / wholeTime) * 100}%`,
            width: `${(centiseconds / wholeTime) * 100}%`,
            background: `var(--${tone}Dot)`,
          }}
        />
      </span>
    </li>
  )
}

function Name({ children }: { readonly children: ReactNode }) {
  return <span className="live-name">"{children}"</span>
}

function Value({ children }: { readonly children: ReactNode }) {
  return <span className="live-value">"{children}"</span>
}
