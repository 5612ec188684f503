import { simulatePrices } from '@waystation/contract/api/price-review'
import type { CallData } from '@waystation/contract/endpoint'
import { SIMULATED_DAYS_DEFAULT } from '@waystation/contract/price-review'
import { useState } from 'react'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useDesk } from './desk.ts'
import { editIn, type SettingTexts } from './price-draft.ts'

/** Amounts are quota units. */
export type Simulated = CallData<typeof simulatePrices>

interface Run {
  /** What was simulated: another draft or span makes it outdated. */
  readonly texts: SettingTexts
  readonly days: number
  readonly result?: Simulated
  readonly failure?: string
}

/** The last days charged again at the prices of the draft, when it is asked for. */
export function useSimulation() {
  const { draft } = useDesk()
  const [days, setDays] = useState(SIMULATED_DAYS_DEFAULT)
  const [run, setRun] = useState<Run>()
  const [isRunning, setIsRunning] = useState(false)
  const simulate = async () => {
    const of = { texts: draft.texts, days }
    setIsRunning(true)
    try {
      setRun({ ...of, result: await call(simulatePrices, { body: { changes: editIn(draft), days } }) })
    } catch (error) {
      setRun({ ...of, failure: messageOf(error) })
    } finally {
      setIsRunning(false)
    }
  }
  return {
    days,
    setDays,
    simulate,
    isRunning,
    result: run?.result,
    failure: run?.failure,
    isOutdated: run !== undefined && (run.texts !== draft.texts || run.days !== days),
  }
}

export type Simulation = ReturnType<typeof useSimulation>
