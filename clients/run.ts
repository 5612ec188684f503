// npm run clients [-- name …]: real agent command lines against a real gateway, with the scripted vendor behind it. See docs/agents.md.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openWorld } from '../server/src/gateway/testing/world.ts'
import type { Agent } from './agent.ts'
import { isAgentTask } from './agent-tasks/agent-task.ts'
import { agentTasks } from './agent-tasks/agent-tasks.ts'
import { agents } from './agents.ts'
import { type Result, runCell } from './cell.ts'
import { openOutside } from './outside.ts'
import { installPackages } from './packages.ts'
import { agentsPage } from './page.ts'
import { addUpstreams, allUpstreams, type Upstream, upstreams } from './upstreams.ts'

const page = fileURLToPath(new URL('../docs/agents.md', import.meta.url))

const all: readonly Agent[] = [...agents, ...agentTasks]

function upstreamsOf(agent: Agent): readonly Upstream[] {
  return isAgentTask(agent) ? allUpstreams.filter(({ name }) => agent.at.includes(name)) : upstreams
}

/** @returns was everything right that could run? */
async function runTable(chosen: readonly Agent[]): Promise<boolean> {
  installPackages()
  const world = await openWorld({ channel: null, isJudged: true })
  const outside = await openOutside()
  try {
    await addUpstreams(world, chosen)
    const results: Result[] = []
    const missing: Agent[] = []
    for (const agent of chosen) {
      const program = agent.program()
      if (program === undefined) {
        missing.push(agent)
        console.log(`${agent.name}: not run, for ${agent.package} has no program for ${process.platform}-${process.arch}`)
        continue
      }
      for (const upstream of upstreamsOf(agent)) {
        const result = await runCell({ agent, upstream, program }, { world, outside })
        results.push(result)
        report(result)
      }
    }
    const { openHolds, differences } = await world.books()
    const areBooksRight = openHolds === 0 && differences.length === 0
    if (!areBooksRight) console.log(`The books are wrong: ${openHolds} open holds, ${JSON.stringify(differences)}`)
    if (chosen.length === all.length) writeFileSync(page, agentsPage(results, missing))
    const failed = results.filter(({ complaints }) => complaints.length > 0).length
    console.log(`\n${results.length} cells, ${failed} failed, ${missing.length} agents not run`)
    // Nothing that could run is no proof.
    return results.length > 0 && failed === 0 && areBooksRight
  } finally {
    await outside.close()
    await world.close()
  }
}

function report({ agent, upstream, complaints, seconds, calls, hosts, ran }: Result): void {
  const mark = complaints.length === 0 ? 'holds' : 'FAILS'
  const asked = hosts.length === 0 ? '' : `, asked for ${hosts.join(', ')}`
  console.log(`${mark}  ${agent.name.padEnd(20)} ${upstream.name.padEnd(10)} ${seconds.toFixed(1).padStart(5)} s, ${calls} calls${asked}`)
  if (complaints.length === 0) return
  for (const complaint of complaints) console.log(`       - ${complaint}`)
  const tail = (ran.stderr.trim() || ran.stdout.trim()).slice(-1500)
  if (tail !== '') console.log(tail.replace(/^/gm, '       | '))
}

// What was started goes when this process goes.
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

const wanted = process.argv.slice(2)
const chosen = all.filter(({ name }) => wanted.length === 0 || wanted.some((beginning) => name.startsWith(beginning)))
if (chosen.length === 0) console.error(`No agent is called so. There are ${all.map(({ name }) => name).join(', ')}.`)
process.exit(chosen.length > 0 && (await runTable(chosen)) ? 0 : 1)
