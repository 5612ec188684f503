import { useUrlState } from '~/ui/kit'

/** Seconds between two looks, as they are offered. */
export const AUTO_SECONDS = [5, 30] as const

export interface AutoRefreshState {
  /** 0: off. */
  readonly seconds: number
  readonly isPaused: boolean
  /** For queries: undefined while there is no refresh. */
  readonly everyMs: number | undefined
  readonly choose: (seconds: number) => void
}

/** Whether the list refreshes by itself, stored in the URL. It pauses while a row is open; the query client pauses hidden tabs. */
export function useAutoRefresh(isPaused: boolean): AutoRefreshState {
  const { params, change } = useUrlState()
  const asked = Number(params.auto)
  const seconds = AUTO_SECONDS.find((one) => one === asked) ?? 0
  return {
    seconds,
    isPaused,
    everyMs: seconds === 0 || isPaused ? undefined : seconds * 1000,
    choose: (next) => change({ auto: next === 0 ? undefined : String(next) }, true),
  }
}
