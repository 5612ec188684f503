// docs/agents.md, out of what a whole run saw.
import type { Agent } from './agent.ts'
import { isAgentTask } from './agent-tasks/agent-task.ts'
import type { Result } from './cell.ts'
import { versionOf } from './packages.ts'
import { upstreams, vendorModel } from './upstreams.ts'

export function agentsPage(results: readonly Result[], missing: readonly Agent[]): string {
  const ran = [...new Set(results.map(({ agent }) => agent))].filter((agent) => !isAgentTask(agent))
  const rows = ran.map((agent) => [
    agent.name,
    `${agent.package} ${versionOf(agent.package)}`,
    agent.flavour,
    ...upstreams.map((upstream) => {
      const result = results.find((one) => one.agent === agent && one.upstream === upstream)
      const mark = result ? markOf(result) : ''
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

Real agent command lines, headless, each with a home of its own, against a running gateway over a real socket. Behind the gateway stand the
strict vendors of [clients](clients.md), in one dialect after the other. In each cell the agent writes a file by its own tools, changes it,
and says that it is done. A cell holds when the vendor refused nothing, the agent ended well, the file says what it should, its last words are
the vendor's, no call failed, and every call at the vendor is one row in the log, charged what the vendor's own book says.

The name of the model decides what an agent asks for, so each has names of the kind that it knows; where the vendor has that
model it is the one behind the name, else the vendor's newest. Bold is the dialect that the agent
speaks itself.

${table(['Agent', 'Package', 'Model', ...upstreams.map(({ name }) => name)], rows)}

## AgentTasks

What vendors are particular about, each where it matters.

${table(['AgentTask', 'What the agent does', 'At', 'Model there', ''], taskRows(results))}
${notes.length === 0 ? '' : `\n## Notes\n\n${notes.join('\n')}\n`}`
}

const markOf = ({ complaints, seconds }: Result) =>
  complaints.length === 0 ? `${seconds.toFixed(1)} s` : `fails (${seconds.toFixed(1)} s)`

/** What agents do beside the note, at the vendors that are particular about it. */
function taskRows(results: readonly Result[]): string[][] {
  return results.flatMap((result) => {
    const { agent, upstream } = result
    return isAgentTask(agent) ? [[agent.name, agent.about, upstream.name, vendorModel(upstream, agent), markOf(result)]] : []
  })
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
