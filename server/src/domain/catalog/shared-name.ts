/** Assistants of OpenAI's store, each under a name of its own. */
const GIZMO = /gpt-4o?-gizmo-/
/** Lists of older consoles call uploads to a drawing proxy so. */
const olderNames: Readonly<Record<string, string>> = { mj_upload: 'mj_uploads' }

/**
 * The other name by which channels, tokens and prices may name a model: `gpt-4-gizmo-*` for `gpt-4-gizmo-g-1` and all of its kind,
 * `mj_uploads` for `mj_upload`. Undefined: there is none. Source: server-behaviour 2.4 and 9.1.
 */
export function sharedName(model: string): string | undefined {
  if (Object.hasOwn(olderNames, model)) return olderNames[model]
  const found = GIZMO.exec(model)
  const shared = found ? `${model.slice(0, found.index)}${found[0]}*` : undefined
  return shared === model ? undefined : shared
}
