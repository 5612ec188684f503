import { listEndingModels } from '@waystation/contract/api/channels/upstream-models'
import { useData } from '~/api/use-data'
import { Arriving } from '~/ui/kit'
import { EndingModels } from './EndingModels.tsx'

const FRESH_MS = 60_000

/** For admins: models of enabled channels that end soon, with their channels. */
export function EndingChannelModels() {
  const { data = [], isLoading } = useData(listEndingModels, {}, { freshMs: FRESH_MS })
  if (isLoading) return <Arriving />
  return <EndingModels models={data.map((one) => ({ ...one, names: one.channels.map(({ name }) => name) }))} />
}
