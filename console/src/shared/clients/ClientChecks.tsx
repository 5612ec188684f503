import { clientFamilies } from '@waystation/contract/clients/client-checks'
import { useState } from 'react'
import { messageOf } from '~/api/call-error'
import { useText } from '~/i18n'
import { Banner, Button, Select, TestIcon } from '~/ui/kit'
import { ClientTable } from './ClientTable.tsx'
import { type CheckClient, useClientRun } from './use-client-run.ts'
import './clients.css'

export interface ClientChecksProps {
  readonly help: string
  readonly models: readonly string[]
  /** The model that is checked where none is selected. */
  readonly usual: string | undefined
  /** Asks before a run that somebody pays for; false: it is not wanted. */
  readonly confirms?: (model: string) => Promise<boolean>
  readonly checkOf: (model: string) => CheckClient
}

/** Checks what each family of clients finds, one family after the other, and shows what came of it. */
export function ClientChecks({ help, models, usual, confirms, checkOf }: ClientChecksProps) {
  const t = useText()
  const run = useClientRun()
  const [chosen, setModel] = useState<string>()
  const model = chosen ?? usual ?? models[0]
  const isRunning = run.state === 'running'
  const counts = { done: run.done, count: clientFamilies.length }
  const start = async () => {
    if (model === undefined || (confirms && !(await confirms(model)))) return
    await run.start(checkOf(model))
  }
  return (
    <div className="clients">
      <p className="field-hint">{help}</p>
      <div className="clients-tools">
        <Select
          label={t('clients.model')}
          value={model}
          choices={[...new Set([...(model ? [model] : []), ...models])].map((name) => ({ value: name, label: name }))}
          onChange={setModel}
          isSearchable
          width={240}
        />
        {isRunning ? (
          <Button onClick={run.cancel}>{t('clients.cancel')}</Button>
        ) : (
          <Button kind="primary" icon={<TestIcon />} onClick={() => void start()} disabledReason={model ? undefined : t('clients.noModel')}>
            {t(run.state === 'none' ? 'clients.start' : 'clients.again')}
          </Button>
        )}
      </div>
      <div role="status" className="clients-status">
        {isRunning && (
          <>
            <progress value={run.done} max={counts.count} aria-label={t('clients.progress', counts)} />
            <span className="text2">{t('clients.progress', counts)}</span>
          </>
        )}
        {run.state === 'cancelled' && <span className="text2">{t('clients.cancelled', counts)}</span>}
        {run.state === 'none' && <span className="text3">{t('clients.empty')}</span>}
        {run.state === 'ended' && run.error === undefined && run.rows.every(({ state }) => state !== 'bad') && (
          <span className="tone-green">{t('clients.allGood')}</span>
        )}
      </div>
      {run.error !== undefined && <Banner tone="red">{messageOf(run.error)}</Banner>}
      {run.rows.length > 0 && <ClientTable rows={run.rows} />}
    </div>
  )
}
