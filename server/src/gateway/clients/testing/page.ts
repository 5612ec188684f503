// docs/clients.md: the cells of the matrix. The marks are what the tests of this folder assert; a cell that does not hold fails them.
import type { Client } from './client.ts'
import { exceptionAt, exceptions } from './exceptions.ts'
import { scenarios } from './scenarios.ts'
import { upstreams } from './upstreams.ts'

export function clientsPage(clients: readonly Client[]): string {
  const cells = clients.length * upstreams.length * scenarios.length
  return `# Clients

Printed by \`npx vitest run server/src/gateway/clients/page.test.ts -u\` from the tables that the tests beside it run through; do not edit.

Each client below is the published package in the version of \`package-lock.json\`, pointed at a running gateway over a real socket. Behind
the gateway stands a vendor that is written by hand after the vendors' references and refuses what they refuse: turns that do not
alternate, results without a call, fields that nobody knows, thinking that comes back without its signature or with an altered one. A cell
holds when the client reported the right text, calls, thinking, reason for the end and usage, or the right error, **and** the ledger charged
what the vendor's own book says, to the unit. ${clients.length} clients, ${upstreams.length} dialects behind the gateway, ${scenarios.length} scenarios: ${cells} cells.

## Scenarios

${scenarios.map(({ name, about }) => `- **${name}**: ${about}`).join('\n')}

${clients.map(clientSection).join('\n\n')}

## Notes

${exceptions.map(({ reason }, at) => `${at + 1}. ${reason}`).join('\n')}
`
}

function clientSection(client: Client): string {
  const rows = scenarios.map(({ name }) => [name, ...upstreams.map((upstream) => mark(client, name, upstream))])
  const lacks = [
    ...(client.hidesThinking ? ['It has no place for thinking, and shows none.'] : []),
    ...Object.entries(client.unable).map(([scenario, reason]) => `Not ${scenario}: ${reason}`),
  ]
  const heads = upstreams.map((upstream) => `${upstream.name}${upstream.dialect === client.dialect ? ' (its own)' : ''}`)
  return [`## ${client.name}`, table(['Scenario', ...heads], rows), ...lacks].join('\n\n')
}

function mark(client: Client, scenario: string, upstream: (typeof upstreams)[number]): string {
  if (client.unable[scenario] !== undefined) return 'not possible'
  const exception = exceptionAt(client, upstream, scenario)
  return exception ? `yes, with note ${exceptions.indexOf(exception) + 1}` : 'yes'
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
