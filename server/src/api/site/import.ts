import { lastImport } from '@waystation/contract/api/import'
import type { ImportRuns } from '../../domain/move-in/import-runs.ts'
import { type Route, route } from '../http/route.ts'

export interface ImportRouteParts {
  readonly imports: ImportRuns
}

export const importRoutes = ({ imports }: ImportRouteParts): Route[] => [route(lastImport, () => imports.last())]
