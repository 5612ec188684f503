import { fetchModels } from '@waystation/contract/api/channel'
import { call } from '~/api/call'
import { useFormScope } from '~/ui/kit'

/** Asks the far end of the channel in the form around for its models. `storedId` lends the stored key when the form's is empty. */
export function useFetchModels(storedId: number | undefined): () => Promise<readonly string[]> {
  const { store } = useFormScope()
  return () => {
    const { type, base_url, key, setting } = store.values()
    return call(fetchModels, {
      body: {
        type: Number(type),
        base_url: typeof base_url === 'string' ? base_url.trim() : '',
        key: typeof key === 'string' ? key : '',
        ...(storedId === undefined ? {} : { id: storedId }),
        ...(typeof setting === 'string' ? { setting } : {}),
      },
    })
  }
}
