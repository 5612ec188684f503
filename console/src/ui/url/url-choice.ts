import { useUrlState } from './url-state.ts'

/**
 * One of a few, stored in the URL's query: the open tab, the granularity of a chart. The first is the default and leaves the address short.
 * @example const [tab, setTab] = useUrlChoice('tab', ['settings', 'health'])
 * @returns the choice, by default the first; and a setter, which adds no step to the history
 */
export function useUrlChoice<const Key extends string>(name: string, keys: readonly [Key, ...Key[]]): [Key, (key: Key) => void] {
  const { params, change } = useUrlState()
  const chosen = keys.find((key) => key === params[name]) ?? keys[0]
  return [chosen, (key) => change({ [name]: key === keys[0] ? undefined : key }, true)]
}
