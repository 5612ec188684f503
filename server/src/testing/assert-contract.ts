// What the contract says of an answer, held against what came.
import { deepStrictEqual } from 'node:assert'
import { endpoints } from '@waystation/contract/api/endpoints'

/** A successful answer must match the contract exactly, no field less and no field more. */
export function assertContract(method: string, url: string, json: Readonly<Record<string, unknown>>): void {
  const path = (url.split('?')[0] ?? '').replace(/\/$/, '')
  const endpoint = endpoints
    .filter((one) => one.method === method)
    .toSorted((a, b) => (a.path.match(/\{/g)?.length ?? 0) - (b.path.match(/\{/g)?.length ?? 0))
    .find((one) => new RegExp(`^${one.path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
  if (!endpoint) throw new Error(`${method} ${path} is not in the contract`)
  deepStrictEqual(endpoint.data.parse(json.data), json.data, `${method} ${path} answers with something else than the contract says`)
  const { success: _success, message: _message, data: _data, ...extra } = json
  deepStrictEqual(endpoint.extra?.parse(extra) ?? {}, extra, `${method} ${path} tells more beside its data than the contract says`)
}
