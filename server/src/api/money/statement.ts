import { exportStatement, exportUserStatement, getStatement, getUserStatement } from '@waystation/contract/api/money/statement'
import type { StatementDownload, StatementService } from '../../domain/statement/statement-service.ts'
import { asFile, type FileAnswer, type Route, route } from '../http/route.ts'

export const statementRoutes = ({ statements }: { statements: StatementService }): Route[] => [
  route(getStatement, ({ caller, query }) => statements.statement({ viewer: caller, month: query.month })),
  route(exportStatement, async ({ caller, query: { month, form }, language }) =>
    asCsv(await statements.file({ viewer: caller, month }, { form, language })),
  ),
  route(getUserStatement, ({ caller, params, query }) => statements.statement({ viewer: caller, userId: params.id, month: query.month })),
  route(exportUserStatement, async ({ caller, params, query: { month, form }, language }) =>
    asCsv(await statements.file({ viewer: caller, userId: params.id, month }, { form, language })),
  ),
]

const asCsv = ({ name, text }: StatementDownload): FileAnswer => asFile({ name, type: 'text/csv', parts: once(text) })

async function* once(text: string): AsyncIterable<string> {
  yield text
}
