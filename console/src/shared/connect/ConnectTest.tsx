import { Link } from '@tanstack/react-router'
import type { ClientDialect } from '@waystation/contract/clients/client'
import { useEffect, useRef, useState } from 'react'
import { basePath } from '~/api/base-path'
import { messageOf } from '~/api/call-error'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { Button, CopyButton, DurationText, FailedIcon, OkIcon, SkeletonLines, TestIcon } from '~/ui/kit'
import { runTestCall, type TestOutcome } from './test-outcome.ts'
import type { LineKey } from './token-key.ts'

export interface ConnectTestProps {
  /** The client that the call stands for. */
  readonly client: string
  readonly dialect: ClientDialect
  /** Undefined: there is none to be called. */
  readonly model: string | undefined
  readonly lineKey: LineKey
  /** The address in the lines. */
  readonly address: string
}

/** One real call with the token, at the door of the client, and in words what works or why not. */
export function ConnectTest({ client, dialect, model, lineKey, address }: ConnectTestProps) {
  const t = useText()
  const language = useLanguage()
  const [outcome, setOutcome] = useState<TestOutcome | 'running'>()
  const isMissingKey = lineKey.type !== undefined && lineKey.typed.trim() === ''
  const run = async () => {
    if (model === undefined) return
    setOutcome('running')
    try {
      const key = await lineKey.forCall()
      if (key === undefined) return setOutcome(undefined)
      setOutcome(await runTestCall({ base: basePath, key, model, dialect, prompt: t('connect.testPrompt'), language }))
    } catch (error) {
      setOutcome({ isOk: false, fault: 'key', message: messageOf(error), requestId: undefined })
    }
  }
  const elsewhere = new URL(address).origin === location.origin ? '' : ` ${t('connect.testHere', { address })}`
  const reason = model === undefined ? t('connect.testNoModel') : isMissingKey ? t('connect.testNoKey') : undefined
  return (
    <section className="connect-test" aria-label={t('connect.test')}>
      <div className="connect-test-head">
        <Button icon={<TestIcon />} onClick={run} disabledReason={reason}>
          {t('connect.test')}
        </Button>
        <p className="text2">{reason ?? t('connect.testHint', { dialect: t(`connect.dialect.${dialect}`) }) + elsewhere}</p>
      </div>
      {outcome === 'running' ? (
        <div className="panel connect-outcome">
          <SkeletonLines count={2} />
        </div>
      ) : (
        outcome && <Outcome outcome={outcome} client={client} model={model ?? ''} />
      )}
    </section>
  )
}

interface OutcomeProps {
  readonly outcome: TestOutcome
  readonly client: string
  readonly model: string
}

function Outcome({ outcome, client, model }: OutcomeProps) {
  const t = useText()
  const { requestId } = outcome
  const box = useRef<HTMLDivElement>(null)
  // The outcome appears below the button and may be out of view: scroll to it.
  useEffect(() => {
    void box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} className="panel connect-outcome" role={outcome.isOk ? 'status' : 'alert'}>
      {outcome.isOk ? (
        <>
          <p className="row tone-green">
            <OkIcon /> <strong>{t('connect.works', { client, model })}</strong>
          </p>
          {outcome.words !== '' && <blockquote>{outcome.words}</blockquote>}
        </>
      ) : (
        <>
          <p className="row tone-red">
            <FailedIcon /> <strong>{t(`connect.fault.${outcome.fault}`, { model })}</strong>
          </p>
          <p>{outcome.message}</p>
        </>
      )}
      <p className="connect-outcome-facts text3">
        {outcome.isOk && <DurationText ms={outcome.totalMs} digits={2} />}
        {requestId !== undefined && (
          <>
            <span className="connect-request">
              {t('error.requestId')} <code>{requestId}</code>
              <CopyButton value={requestId} label={t('connect.copyRequest')} />
            </span>
            <Link to={paths.logs()} search={{ request_id: requestId }}>
              {t('connect.logs')}
            </Link>
          </>
        )}
      </p>
    </div>
  )
}
