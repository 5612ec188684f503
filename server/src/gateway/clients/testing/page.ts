// docs/clients.md: the cells of the matrix. The marks are what the tests of this folder assert; a cell that does not hold fails them.
import type { Client } from './client.ts'
import { exceptionAt, exceptions } from './exceptions.ts'
import { type MatrixUpstream, matrixUpstreams as upstreams } from './matrix-upstreams.ts'
import { scenarios, scenariosAt } from './scenarios.ts'

/** Several exceptions may have the same reason. */
const reasons = [...new Set(exceptions.map(({ reason }) => reason))]

export function clientsPage(clients: readonly Client[]): string {
  const cells = clients.length * upstreams.flatMap(scenariosAt).length
  return `# Clients

Printed by \`npx vitest run server/src/gateway/clients/page.test.ts -u\` from the tables that the tests beside it run through; do not edit.

Each client below is the published package in the version of \`package-lock.json\`, pointed at a running gateway over a real socket. Behind
the gateway stand strict vendors (\`wire/testing/strict\`), written after the vendors' references and recorded errors and not after our
writers. They refuse in the vendors' words what the vendors refuse of this model: fields, values, schemas and forms of thinking that it does
not take, turns out of order, results without a call. Thinking that comes back without its signature or with an altered one is refused too.
A cell holds when the vendor refused nothing, the client reported the right text, calls, thinking, reason for the end and usage, or the right
error, **and** the ledger charged what the vendor's own book says, to the unit.

Each vendor has a model of its newest family and one of an older family, which goes through the scenarios that differ by what a family takes.
${clients.length} clients, ${upstreams.length} models, ${scenarios.length} scenarios: ${cells} cells.

| Upstream | Dialect | Model |
| --- | --- | --- |
${upstreams.map(({ name, dialect, model }) => `| ${name} | ${dialect} | ${model} |`).join('\n')}

## Scenarios

${scenarios.map(({ name, about }) => `- **${name}**: ${about}`).join('\n')}

${clients.map(clientSection).join('\n\n')}

## Notes

${reasons.map((reason, at) => `${at + 1}. ${reason}`).join('\n')}
`
}

function clientSection(client: Client): string {
  const rows = scenarios.map(({ name }) => [name, ...upstreams.map((upstream) => mark(client, name, upstream))])
  const lacks = client.hidesThinking ? ['It has no place for thinking, and shows none.'] : []
  const heads = upstreams.map((upstream) => `${upstream.name}${upstream.dialect === client.dialect ? ' (its own)' : ''}`)
  return [`## ${client.name}`, table(['Scenario', ...heads], rows), ...lacks].join('\n\n')
}

function mark(client: Client, scenario: string, upstream: MatrixUpstream): string {
  if (!scenariosAt(upstream).some(({ name }) => name === scenario)) return ''
  const exception = exceptionAt(client, upstream, scenario)
  const note = exception && reasons.indexOf(exception.reason) + 1
  if (exception?.isSkipped) return `not possible, note ${note}`
  if (exception?.refused) return `refused, note ${note}`
  return exception ? `yes, with note ${note}` : 'yes'
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
