const MAX_TOAST = 160

/** For one line: of `401: {"error":{"message":"…"}}` the status and the message. The whole stands in the sheet. */
export function inShort(words: string): string {
  const [, status = '', json = ''] = /^(\d{3}: )(\{.*\})$/s.exec(words) ?? []
  const text = status + (messageIn(json) ?? '') || words
  return text === status ? words.slice(0, MAX_TOAST) : text.length > MAX_TOAST ? `${text.slice(0, MAX_TOAST)}…` : text
}

function messageIn(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json)
    const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined
    return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : undefined
  } catch {
    return undefined
  }
}
