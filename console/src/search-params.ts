// What links may put into the query of each page, by name: a link with a misspelt name does not compile. A page may keep more there for itself.

type SearchText<Name extends string> = { readonly [Each in Name]?: string | undefined }

/** The `validateSearch` of a route. Values are text already, by `plain-search.ts`; anything else is left out. */
function textParams<const Name extends string>(...names: readonly Name[]) {
  return (search: Readonly<Record<string, unknown>>): SearchText<Name> => {
    const texts = names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []))
    // Sound: every entry is one of the names with a text.
    return Object.fromEntries(texts) as SearchText<Name>
  }
}

export const loginSearch = textParams('returnTo', 'expired')
export const chatSearch = textParams('token')
export const playgroundSearch = textParams('model', 'c')
export const tokensSearch = textParams('edit')
export const channelsSearch = textParams('edit', 'model', 'tested')
export const logsSearch = textParams('type', 'start_timestamp', 'end_timestamp', 'model_name', 'token_name', 'username', 'channel')

export type LogsSearch = ReturnType<typeof logsSearch>
