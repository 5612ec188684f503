import { testChannelDraft } from '@waystation/contract/api/channel'
import { splitList } from '@waystation/contract/codec'
import { useState } from 'react'
import { callWhole } from '~/api/call'
import { CallError, messageOf } from '~/api/call-error'
import { useText } from '~/i18n'
import { Button, FailedIcon, FormSection, OkIcon, Select, TestIcon, timeText, useFormScope, useFormValue } from '~/ui/kit'
import './channel.css'

export interface TestDone {
  readonly isOk: boolean
  readonly model: string
  readonly totalMs: number
}

interface Shown extends TestDone {
  readonly firstMs: number | null
  /** The model's answer, or the vendor's exact error. */
  readonly words: string
  readonly at: number
}

/** Sends one small call with what stands in the form, and keeps the result in view. */
export function ChannelTest({
  storedId,
  onTested,
}: {
  readonly storedId?: number | undefined
  readonly onTested?: (result: TestDone) => void
}) {
  const t = useText()
  const { store } = useFormScope()
  const models = splitList(useFormValue<string | undefined>('models') ?? '', /[,，\n]/)
  const key = useFormValue<string | undefined>('key') ?? ''
  const [wanted, setWanted] = useState<string>()
  const [result, setResult] = useState<Shown>()
  const model = wanted !== undefined && models.includes(wanted) ? wanted : models[0]
  const missing = model === undefined || (key.trim() === '' && storedId === undefined) ? t('channel.testNeeds') : undefined

  const run = async () => {
    const began = performance.now()
    const done = await ask(store.values(), model ?? '', storedId).catch((error: unknown) =>
      failed(error, model ?? '', performance.now() - began),
    )
    setResult(done)
    onTested?.(done)
  }

  return (
    <FormSection
      title={t('channel.test')}
      columns={1}
      aside={
        <span className="row">
          {models.length > 0 && (
            <Select
              label={t('channel.testModel')}
              size="small"
              value={model}
              choices={models.map((name) => ({ value: name, label: name }))}
              onChange={setWanted}
              isSearchable
              width={200}
            />
          )}
          <Button size="small" icon={<TestIcon />} onClick={run} disabledReason={missing}>
            {t(result ? 'channel.testAgain' : 'channel.testRun')}
          </Button>
        </span>
      }
    >
      {result ? <TestResult result={result} /> : <span className="field-hint">{missing}</span>}
    </FormSection>
  )
}

function TestResult({ result }: { readonly result: Shown }) {
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

async function ask(values: Readonly<Record<string, unknown>>, model: string, storedId: number | undefined): Promise<Shown> {
  // The form's own schema checks the rest when it is saved; the server refuses what it cannot test.
  const body = { ...values, name: String(values.name || 'draft'), model, ...(storedId === undefined ? {} : { id: storedId }) } as never
  const { data, message, extra } = await callWhole(testChannelDraft, { body })
  const totalMs = data?.total_ms ?? Number(extra.time ?? 0) * 1000
  if (data?.error) return { isOk: false, model: data.model, firstMs: data.first_ms, totalMs, words: data.error, at: now() }
  return { isOk: true, model: data?.model ?? model, firstMs: data?.first_ms ?? null, totalMs, words: data?.answer ?? message, at: now() }
}

function failed(error: unknown, model: string, tookMs: number): Shown {
  const data = error instanceof CallError && typeof error.data === 'object' && error.data !== null ? error.data : {}
  const totalMs = 'total_ms' in data && typeof data.total_ms === 'number' ? data.total_ms : tookMs
  const words = 'error' in data && typeof data.error === 'string' && data.error !== '' ? data.error : messageOf(error)
  return { isOk: false, model, firstMs: null, totalMs, words, at: now() }
}

const now = () => Math.floor(Date.now() / 1000)
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
