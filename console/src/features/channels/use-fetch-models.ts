import { fetchModels } from '@waystation/contract/api/channel'
import { call } from '~/api/call'
import { useFormScope } from '~/ui/kit'

/** Fetches the model list of the upstream in the surrounding form. With `storedId` the stored key is used when the form's is empty. */
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
