// docs/agents.md, out of what a whole run saw.
import type { Agent } from './agent.ts'
import type { Result } from './cell.ts'
import { versionOf } from './packages.ts'
import { upstreams } from './upstreams.ts'

export function agentsPage(results: readonly Result[], missing: readonly Agent[]): string {
  const ran = [...new Set(results.map(({ agent }) => agent))]
  const rows = ran.map((agent) => [
    agent.name,
    `${agent.package} ${versionOf(agent.package)}`,
    agent.flavour,
    ...upstreams.map((upstream) => {
      const result = results.find((one) => one.agent === agent && one.upstream === upstream)
      const seconds = result?.seconds.toFixed(1)
      const mark = result?.complaints.length === 0 ? `${seconds} s` : `fails (${seconds} s)`
      return upstream.dialect === agent.dialect ? `**${mark}**` : mark
    }),
  ])
  const failures = results.filter(({ complaints }) => complaints.length > 0)
  const notes = [
    ...failures.map(({ agent, upstream, complaints }) => `- ${agent.name} at ${upstream.name}: ${complaints.join('; ')}`),
    ...askedOutside(results),
    ...missing.map((agent) => `- ${agent.name} was not run: ${agent.package} has no program for ${process.platform}-${process.arch}`),
  ]
  return `# Agents

Printed by \`npm run clients\`; do not edit.

Real agent command lines, headless, each with a home of its own, against a running gateway over a real socket. Behind the gateway stands the
vendor of [clients](clients.md), in one dialect after the other. In each cell the agent writes a file by its own tools, changes it, and says
that it is done. A cell holds when the agent ended well, the file says what it should, its last words are the vendor's, no call failed, and
every call at the vendor is one row in the log, charged what the vendor's own book says.

The name of the model decides what an agent asks for, so each has names of the kind that it knows. Bold is the dialect that the agent
speaks itself.

${table(['Agent', 'Package', 'Model', ...upstreams.map(({ name }) => name)], rows)}
${notes.length === 0 ? '' : `\n## Notes\n\n${notes.join('\n')}\n`}`
}

/** Which packages asked for hosts outside of the machine; they are let through to none. */
function askedOutside(results: readonly Result[]): string[] {
  const packages = [...new Set(results.filter(({ hosts }) => hosts.length > 0).map(({ agent }) => agent.package))]
  return packages.map((name) => {
    const hosts = new Set(results.filter(({ agent }) => agent.package === name).flatMap((result) => result.hosts))
    return `- ${name} asked for ${[...hosts].join(', ')}, which it was not let through to, and went on.`
  })
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
