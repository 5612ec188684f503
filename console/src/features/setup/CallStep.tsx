import { Link, useNavigate } from '@tanstack/react-router'
import { listOwnLogs } from '@waystation/contract/api/log'
import type { LogEntry } from '@waystation/contract/calls/log'
import { type ReactNode, useEffect, useState } from 'react'
import { useData } from '~/api/use-data'
import { type TextKey, useText } from '~/i18n'
import { paths } from '~/paths'
import ConnectPanel from '~/shared/connect/ConnectPanel'
import { freshKey } from '~/shared/connect/token-key'
import { useOwnChoosing } from '~/shared/connect/use-choosing'
import { TryInPlayground, useFirstModel } from '~/shared/first-model'
import { Button, DurationText, FailedIcon, NumberText, OkIcon, QuotaText, TimeText } from '~/ui/kit'
import { type CallOutcome, outcomeOf, type Remedy } from './call-outcome.ts'
import { type MadeToken, type SetupFacts, StepHead } from './setup-step.tsx'

interface CallResultProps {
  readonly outcome: CallOutcome | undefined
  /** The model in the command on this page. */
  readonly model: string | undefined
  /** A call was expected long ago. */
  readonly isLate: boolean
}

/** The state of the first call: waiting, succeeded, or refused with a remedy. */
function CallResult({ outcome, model, isLate }: CallResultProps) {
  const t = useText()
  if (outcome?.kind === 'answered') return <Answered {...outcome} />
  if (outcome) return <Refused {...outcome} isOfCommand={outcome.row.model_name === model} />
  return (
    <div className="panel call-result" role="status">
      <p className="row text2">
        <i className="waiting" /> {t('setup.callWaiting')}
      </p>
      {isLate && <p className="text2">{t('setup.callLate')}</p>}
    </div>
  )
}

function Answered({ row, firstMs, totalMs }: Extract<CallOutcome, { kind: 'answered' }>) {
  const t = useText()
  return (
    <div className="panel call-result" role="status">
      <Head row={row} tone="green">
        <OkIcon /> {t('setup.callReceived')}
      </Head>
      <p className="call-facts">
        {firstMs !== undefined && (
          <Fact label="setup.callFirst">
            <DurationText ms={firstMs} digits={2} />
          </Fact>
        )}
        <Fact label="setup.callTotal">
          <DurationText ms={totalMs} digits={2} />
        </Fact>
        <Fact label="setup.callTokens">
          <NumberText value={row.prompt_tokens} /> → <NumberText value={row.completion_tokens} />
        </Fact>
        <Fact label="setup.callCost">
          <QuotaText value={row.quota} precision="exact" />
        </Fact>
        <span className="grow" />
        <Link to={paths.logs()}>{t('setup.callLogs')}</Link>
      </p>
    </div>
  )
}

/** What became of the call, of which model it was, and when. */
function Head({ row, tone, children }: { readonly row: LogEntry; readonly tone: 'green' | 'red'; readonly children: ReactNode }) {
  return (
    <p className="call-head">
      <span className={`row tone-${tone}`}>{children}</span>
      <span className="mono text2">{row.model_name}</span>
      <span className="grow" />
      <span className="text3">
        <TimeText unix={row.created_at} style="clock" />
      </span>
    </p>
  )
}

function Fact({ label, children }: { readonly label: TextKey; readonly children: ReactNode }) {
  const t = useText()
  return (
    <span className="text2">
      {t(label)} <strong>{children}</strong>
    </span>
  )
}

/** The screen of each remedy. */
const places: Readonly<Partial<Record<Remedy, { readonly label: TextKey; readonly path: string }>>> = {
  channel: { label: 'setup.openChannels', path: paths.channels() },
  channelKey: { label: 'setup.openChannels', path: paths.channels() },
  unreachable: { label: 'setup.openChannels', path: paths.channels() },
  price: { label: 'setup.openPrices', path: `${paths.settings()}?card=prices` },
  tokenQuota: { label: 'setup.openTokens', path: paths.tokens() },
  tokenModels: { label: 'setup.openTokens', path: paths.tokens() },
}

function Refused({ row, remedy, isOfCommand }: Extract<CallOutcome, { kind: 'refused' }> & { readonly isOfCommand: boolean }) {
  const t = useText()
  const place = places[remedy]
  const advice: TextKey = remedy === 'price' && isOfCommand ? 'setup.remedy.priceOfCommand' : `setup.remedy.${remedy}`
  return (
    <div className="panel call-result" role="alert">
      <Head row={row} tone="red">
        <FailedIcon /> {t('setup.callRefused')}
      </Head>
      {/* The error tells callers to ask an administrator; whoever sets this up is one. */}
      <p>{remedy === 'price' ? t('setup.noPrice', { model: row.model_name }) : row.content}</p>
      <p className="text2">{t(advice, { model: row.model_name, group: row.group })}</p>
      <p className="call-facts">
        <span className="row text3">
          <i className="waiting" /> {t('setup.callAgain')}
        </span>
        <span className="grow" />
        {place && <Link to={place.path}>{t(place.label)}</Link>}
        <Link to={paths.logs()}>{t('setup.callLogs')}</Link>
      </p>
    </div>
  )
}

/** Milliseconds between two looks into the log for the first call. */
const LOOK_EVERY_MS = 2000
/** Milliseconds after which a call that is not in the log needs advice. */
const LATE_MS = 30_000
/** Rows that are looked through: a loop of refusals does not hide an answer. */
const ROWS = '20'

/** The command to copy, and what became of the call. */
export function CallStep({ channel, token }: { readonly channel: SetupFacts['channel']; readonly token: MadeToken }) {
  const t = useText()
  const navigate = useNavigate()
  const choosing = useOwnChoosing({ client: 'curl' })
  const [isAnswered, setIsAnswered] = useState(false)
  const logs = useData(
    listOwnLogs,
    { query: { p: '1', page_size: ROWS, token_name: token.name } },
    isAnswered ? {} : { everyMs: LOOK_EVERY_MS },
  )
  const outcome = outcomeOf(logs.data?.items ?? [], token.id)
  if (outcome?.kind === 'answered' && !isAnswered) setIsAnswered(true)
  const isLate = useIsLate()
  const first = useFirstModel({ preferred: channel?.testedModel, among: channel?.models })

  return (
    <>
      <StepHead title={t('setup.callTitle')} text={t(channel ? 'setup.callText' : 'setup.callTokenText')} />
      <div className="stack" style={{ gap: 16 }}>
        <ConnectPanel lineKey={freshKey(token.key)} first={first} choosing={choosing} />
        <CallResult outcome={outcome} model={first?.model} isLate={isLate} />
      </div>
      <div className="setup-foot">
        <TryInPlayground size="large" model={first?.model} />
        <span className="grow" />
        <Button size="large" kind="primary" onClick={() => navigate({ to: paths.tokens() })}>
          {t('setup.enter')}
        </Button>
      </div>
    </>
  )
}

/** Has this page stood for so long that a call should have come? */
function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
