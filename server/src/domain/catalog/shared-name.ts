/** Assistants of OpenAI's store, each under a name of its own. */
const GIZMO = /gpt-4o?-gizmo-/

/**
 * The name under which channels, tokens and prices name all models of a kind at once: `gpt-4-gizmo-*` for `gpt-4-gizmo-g-1`. Undefined: the
 * model stands for itself. Source: server-behaviour 2.4.
 */
export function sharedName(model: string): string | undefined {
  const found = GIZMO.exec(model)
  const shared = found ? `${model.slice(0, found.index)}${found[0]}*` : undefined
  return shared === model ? undefined : shared
}
