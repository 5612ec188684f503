import { sharedName } from '../catalog/shared-name.ts'

/** May a token with this limit call the model, by its own name or by the one that it shares with others? @param limit null: any model */
export function mayUseModel(limit: ReadonlySet<string> | null, model: string): boolean {
  if (limit === null || limit.has(model)) return true
  const shared = sharedName(model)
  return shared !== undefined && limit.has(shared)
}
