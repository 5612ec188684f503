// What agents are made to do beside the note of the first table: things whose requests vendors are particular about.
import type { Agent } from '../agent.ts'
import type { Upstream } from '../upstreams.ts'

export interface AgentTask extends Agent {
  /** For the page. */
  readonly about: string
  /** The names of the far ends that it is run at. */
  readonly at: readonly string[]
  /** What one of the requests to this far end must hold. */
  sends?(upstream: Upstream): RegExp
  /** Is what it says all that there is to see? */
  readonly leavesNoFile?: true
}

export const isAgentTask = (agent: Agent): agent is AgentTask => 'at' in agent
