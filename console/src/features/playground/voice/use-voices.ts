import { useQuery } from '@tanstack/react-query'
import { isFields } from '../chat/reply/fields.ts'
import { askPlayground, jsonOf } from '../chat/reply/playground-door.ts'

const FRESH_MS = 300_000
const NONE: readonly string[] = []

/** The voices that a model is known to have; empty while they load, and where none are known. */
export function useVoices(model: string, group: string): readonly string[] {
  const query = useQuery({
    queryKey: ['playground-voices', model, group],
    queryFn: ({ signal }) => fetchVoices(model, group, signal),
    enabled: model !== '' && group !== '',
    staleTime: FRESH_MS,
    // Voices can be typed, too.
    retry: false,
  })
  return query.data ?? NONE
}

async function fetchVoices(model: string, group: string, signal: AbortSignal): Promise<readonly string[]> {
  const listed = await jsonOf(await askPlayground(`audio/voices?${new URLSearchParams({ model, group })}`, { signal }))
  if (!isFields(listed) || !Array.isArray(listed.voices)) return NONE
  return listed.voices.flatMap((voice: unknown) => (isFields(voice) && typeof voice.id === 'string' ? [voice.id] : []))
}
