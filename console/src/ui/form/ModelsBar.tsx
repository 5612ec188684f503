import type { ReactNode } from 'react'
import { useText } from '../../i18n/index.ts'
import { Button } from '../Button.tsx'
import { FetchIcon } from '../icons.ts'

/** The upstream's model list, or why it is missing. */
export interface FetchedModels {
  readonly names: readonly string[]
  readonly failure: string | undefined
  /** The names; undefined where there are none, with the reason in `failure`. */
  readonly ask: () => Promise<readonly string[] | undefined>
}

interface ModelsBarProps {
  readonly chosen: readonly string[]
  /** All names to choose from. */
  readonly names: readonly string[]
  /** Chosen models that are unknown. */
  readonly unknown: readonly string[]
  /** Undefined: there is no upstream to query. */
  readonly fetched: FetchedModels | undefined
  readonly fetchDisabledReason: string | undefined
  readonly aside: ReactNode
  readonly onChange: (names: readonly string[]) => void
}

/** Below the list of models: fetch the upstream's list, choose all or none, and warnings about the chosen ones. */
export function ModelsBar({ chosen, names, unknown, fetched, fetchDisabledReason, aside, onChange }: ModelsBarProps) {
  const t = useText()
  const found = fetched?.names ?? []
  const ask = async () => {
    const answer = await fetched?.ask()
    if (answer && chosen.length === 0) onChange(answer)
  }
  return (
    <>
      <div className="models-bar">
        {fetched && (
          <Button size="small" icon={<FetchIcon />} onClick={ask} disabledReason={fetchDisabledReason}>
            {t('form.modelsFetch')}
          </Button>
        )}
        {names.length > 0 && (
          <Button size="small" kind="text" onClick={() => onChange([...chosen, ...(found.length > 0 ? found : names)])}>
            {t('form.modelsAll')}
          </Button>
        )}
        {chosen.length > 0 && (
          <Button size="small" kind="text" onClick={() => onChange([])}>
            {t('form.modelsNone')}
          </Button>
        )}
        <span>
          {found.length > 0
            ? t('form.modelsChosenOf', { count: chosen.length, all: found.length })
            : t('form.modelsChosen', { count: chosen.length })}
        </span>
        {aside}
      </div>
      {unknown.length > 0 && (
        <p className="models-unknown">{t('kit.modelsUnknown', { count: unknown.length, names: unknown.slice(0, 5).join(', ') })}</p>
      )}
      {fetched?.failure !== undefined && (
        <div className="models-failure" role="alert">
          <span>{fetched.failure}</span>
          <Button size="small" onClick={ask} disabledReason={fetchDisabledReason}>
            {t('action.retry')}
          </Button>
        </div>
      )}
    </>
  )
}
