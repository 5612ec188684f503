import { AppError } from '@waystation/contract/errors'

/** Answers a request for which there is no door. */
export function unknownPath({ method, url }: { readonly method: string; readonly url: string }): never {
  throw new AppError('unknown_path', { method, path: url.split('?')[0]?.slice(0, 200) ?? '' })
}
