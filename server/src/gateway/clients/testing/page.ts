// docs/clients.md: the cells of the matrix. The marks are what the tests of this folder assert; a cell that does not hold fails them.
import type { Client } from './client.ts'
import { exceptionAt, exceptions } from './exceptions.ts'
import { type MatrixUpstream, matrixUpstreams, upstreamsOf } from './matrix-upstreams.ts'
import { scenarios, scenariosAt } from './scenarios.ts'

/** Several exceptions may have the same reason. */
const reasons = [...new Set(exceptions.map(({ reason }) => reason))]

export function clientsPage(clients: readonly Client[]): string {
  const cells = clients.flatMap((client) => upstreamsOf(client).flatMap(scenariosAt)).length
  const upstreams = [...new Set([...matrixUpstreams, ...clients.flatMap(upstreamsOf)])]
  return `# Clients

Printed by \`npx vitest run server/src/gateway/clients/page.test.ts -u\` from the tables that the tests beside it run through; do not edit.

Each client below is the published package in the version of \`package-lock.json\`, pointed at a running gateway over a real socket. Behind
the gateway stand strict vendors (\`wire/testing/strict\`), written after the vendors' references and recorded errors and not after our
writers. They refuse in the vendors' words what the vendors refuse of this model: fields, values, schemas and forms of thinking that it does
not take, turns out of order, results without a call. Thinking that comes back without its signature or with an altered one is refused too.
A cell holds when the vendor refused nothing, the client reported the right text, calls, thinking, reason for the end and usage, or the right
error, **and** the ledger charged what the vendor's own book says, to the unit.

Each vendor has a model of its newest family and one of an older family, which goes through the scenarios that differ by what a family takes.
Libraries that are made for one vendor are tried at the newest models of the four dialects, and at their own vendor where there is a stand-in
for it.
${clients.length} clients, ${upstreams.length} models, ${scenarios.length} scenarios: ${cells} cells.

| Upstream | Dialect | Model |
| --- | --- | --- |
${upstreams.map(({ name, dialect, model }) => `| ${name} | ${dialect} | ${model} |`).join('\n')}

## Scenarios

${scenarios.map(({ name, about }) => `- **${name}**: ${about}`).join('\n')}

${clients.map(clientSection).join('\n\n')}

## Notes

${reasons.map((reason, at) => `${at + 1}. ${reason}`).join('\n')}

${OTHER_LIBRARIES}
`
}

/** What stands in no cell: libraries for vectors and rankings, and those that cannot be used here. */
const OTHER_LIBRARIES = `## Vectors and rankings

Tried in \`clients/vector-libraries.test.ts\` and \`clients/vectors.test.ts\`, each with what is charged and with the library's own error for a
wrong key and for a model that is not there. Addresses are below the gateway's own.

| Library | Address | Vectors | Rankings |
| --- | --- | --- | --- |
| openai | \`/v1\` | yes |  |
| @google/genai | (none) | yes |  |
| @mistralai/mistralai | (none) | yes, but of vendors of OpenAI's format only where these give vectors an id, which the library demands |  |
| cohere-ai | (none) | yes, \`v2\` | yes, \`v1\` and \`v2\` |
| voyageai | \`/v1\` | yes | no, it has a format of its own |
| ai, @ai-sdk/mistral | \`/v1\` | yes |  |
| ai, @ai-sdk/cohere | \`/v2\` | yes | yes |
| ai, @ai-sdk/togetherai | \`/v1\` | yes | yes |
| ai, @ai-sdk/azure | \`/openai\` | yes |  |

## What is not served

- **Chat of cohere-ai and @ai-sdk/cohere**: Cohere's chat is a dialect of its own, and no door here speaks it. Cohere's models are called by the
  four dialects above.
- **@ai-sdk/amazon-bedrock**: it calls the paths of AWS, such as \`/model/…/converse\`, which are no doors here. Models on Bedrock are called by the
  four dialects above.
- **@ai-sdk/perplexity**: it calls the chat that its vendor ended in September 2026. Perplexity's models are called by @ai-sdk/openai.`

function clientSection(client: Client): string {
  const upstreams = upstreamsOf(client)
  const rows = scenarios.map(({ name }) => [name, ...upstreams.map((upstream) => mark(client, name, upstream))])
  const lacks = lacksOf(client)
  const heads = upstreams.map((upstream) => `${upstream.name}${upstream.dialect === client.dialect ? ' (its own)' : ''}`)
  return [`## ${client.name}`, table(['Scenario', ...heads], rows), ...lacks].join('\n\n')
}

function lacksOf({ hidesThinking, hidesThinkingTokens, streamUsageAt }: Client): string[] {
  const lacks = hidesThinking ? ['It has no place for thinking, and shows none.'] : []
  if (hidesThinkingTokens) lacks.push('It does not say how much of the output was thinking.')
  if (!streamUsageAt) return lacks
  const places = streamUsageAt.length > 0 ? `at ${streamUsageAt.join(', ')} only` : 'where its vendor sends it in a field of its own'
  return [...lacks, `It does not ask for the usage of a stream, and reports it ${places}.`]
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
