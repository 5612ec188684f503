// What links may put into the query of each page, by name: a link with a misspelt name does not compile. A page may keep more there for itself.
type SearchText<Name extends string> = { [Each in Name]?: string | undefined }

/** The `validateSearch` of a route. Values are text already, by `plain-search.ts`; anything else is left out. */
function textParams<const Name extends string>(...names: readonly Name[]) {
  return (search: Readonly<Record<string, unknown>>): SearchText<Name> => {
    const texts: SearchText<Name> = {}
    for (const name of names) {
      const value = search[name]
      if (typeof value === 'string') texts[name] = value
    }
    return texts
  }
}

/** With what Telegram's widget puts into the address. */
export const loginSearch = textParams(
  ...(['returnTo', 'expired'] as const),
  ...(['id', 'first_name', 'last_name', 'username', 'photo_url', 'auth_date', 'hash'] as const),
)
export const registerSearch = textParams('aff', 'returnTo')
export const newPasswordSearch = textParams('email', 'token')
export const callbackSearch = textParams('code', 'state', 'iss', 'error', 'returnTo')
/** With why linking an account of another site failed: the code of an error. */
export const meSearch = textParams('tab', 'link_error')
export const chatSearch = textParams('token')
export const playgroundSearch = textParams('model', 'c')
export const tokensSearch = textParams('edit', 'connect', 'label')
export const connectSearch = textParams('token', 'client', 'system', 'model', 'dialect')
export const channelsSearch = textParams('edit', 'model', 'tested', 'upstream', 'status')
export const couponsSearch = textParams('edit')
export const messagesSearch = textParams('edit', 'show')
export const usersSearch = textParams('edit', 'keyword', 'group')
export const userSearch = textParams('edit', 'tab', 'kind')
export const ordersSearch = textParams('keyword')
export const statementSearch = textParams('month')
export const settingsSearch = textParams('tab', 'card', 'option', 'find', 'fill', 'prices', 'history')
export const pricingSearch = textParams('group', 'keyword')
export const logsSearch = textParams(
  'type',
  'start_timestamp',
  'end_timestamp',
  'model_name',
  'token_name',
  'username',
  'channel',
  'request_id',
  'failure',
)

export type LogsSearch = ReturnType<typeof logsSearch>

/** How a router reads and writes the query: plain text, `?page=2`, never JSON; what is undefined is left out. */
export const plainSearch = {
  parseSearch: (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Record<string, unknown>): string => {
    const text = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ).toString()
    return text === '' ? '' : `?${text}`
  },
}
