// Calls and their results: each call is answered in the turn after it, each answer has its call.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { rule } from '../judge.ts'
import { type Call, firstOf, type Rule, textOf } from './call.ts'

/** A block and where it stands. */
type Placed = { block: JsonObject; at: string; turn: number }
/** Turns of one role that follow each other count as one. */
type Group = { role: string; placed: readonly Placed[] }

export const pairingRules: readonly Rule[] = [
  rule('call-ids-unique', 'https://github.com/anthropics/claude-code/issues/20901 (2026-01-26)', (call) =>
    firstOf(groupsOf(call), ({ placed }) => {
      const calls = ofType(placed, 'tool_use')
      const twice = calls.find((one, index) => calls.findIndex((other) => other.block.id === one.block.id) < index)
      return twice && `${twice.at}: \`tool_use\` ids must be unique`
    }),
  ),
  rule('result-has-its-call', 'https://github.com/decocms/studio/issues/1803 (2025-11-07)', (call) => {
    const groups = groupsOf(call)
    return firstOf(groups, (group, index) => {
      const known = ofType(groups[index - 1]?.placed ?? [], 'tool_use').map(({ block }) => block.id)
      const stray = ofType(group.placed, 'tool_result').find(({ block }) => !known.includes(block.tool_use_id))
      if (!stray) return undefined
      const id = textOf(stray.block.tool_use_id)
      return `${stray.at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
    })
  }),
  rule('one-result-for-a-call', 'https://github.com/vectorize-io/hindsight/pull/4250 (2026-09-09)', (call) =>
    firstOf(groupsOf(call), ({ placed }) => {
      const results = ofType(placed, 'tool_result')
      const twice = results.find((one, index) => results.findIndex((other) => other.block.tool_use_id === one.block.tool_use_id) < index)
      if (!twice) return undefined
      return `${twice.at}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${textOf(twice.block.tool_use_id)}`
    }),
  ),
  rule('call-has-its-result', 'https://github.com/anthropics/claude-code/issues/5989 (2025-08-17)', (call) =>
    unanswered(call, (placed) => ofType(placed, 'tool_result')),
  ),
  rule(
    'results-before-text',
    'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls: text before a result is a 400 (2026-10)',
    (call) => unanswered(call, leadingResults),
  ),
  rule('failed-result-not-empty', 'Recorded as messages.14.content.0.tool_result in public bug reports of 2025-08 to 2026-02', (call) =>
    firstOf(groupsOf(call), ({ placed }) => {
      const bad = ofType(placed, 'tool_result').find(({ block }) => block.is_error === true && isEmpty(block))
      return bad && `${bad.at}.tool_result: content cannot be empty if \`is_error\` is true`
    }),
  ),
  rule('hosted-result-has-its-call', 'https://github.com/anthropics/claude-code/issues/64383 (2026-06-01)', (call) => {
    const all = groupsOf(call).flatMap((group) => group.placed)
    return firstOf(all, ({ block, at }, index) => {
      const type = textOf(block.type)
      if (!type.endsWith('_tool_result') || type === 'mcp_tool_result') return undefined
      const before = all.slice(0, index).some((one) => one.block.type === 'server_tool_use' && one.block.id === block.tool_use_id)
      if (before) return undefined
      return `${at}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ${textOf(block.tool_use_id)}. Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`
    })
  }),
]

function unanswered(call: Call, resultsOf: (placed: readonly Placed[]) => readonly Placed[]): string | undefined {
  const groups = groupsOf(call)
  return firstOf(groups, (group, index) => {
    const next = groups[index + 1]
    // Whether instructions may come between a call and its result is not written down.
    if (next?.role === 'system') return undefined
    const answered = resultsOf(next?.placed ?? []).map(({ block }) => block.tool_use_id)
    const open = ofType(group.placed, 'tool_use').filter(({ block }) => !answered.includes(block.id))
    const first = open[0]
    if (!first) return undefined
    const ids = open.map(({ block }) => textOf(block.id)).join(', ')
    return `messages.${first.turn}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
  })
}

function leadingResults(placed: readonly Placed[]): readonly Placed[] {
  const end = placed.findIndex(({ block }) => block.type !== 'tool_result')
  return end < 0 ? placed : placed.slice(0, end)
}

function groupsOf({ turns }: Call): readonly Group[] {
  const groups: { role: string; placed: Placed[] }[] = []
  for (const { role, blocks, index } of turns) {
    const placed = blocks.map((block, at): Placed => ({ block, at: `messages.${index}.content.${at}`, turn: index }))
    const last = groups.at(-1)
    if (last?.role === role) last.placed.push(...placed)
    else groups.push({ role, placed })
  }
  return groups
}

function ofType(placed: readonly Placed[], type: string): readonly Placed[] {
  return placed.filter(({ block }) => block.type === type)
}

function isEmpty({ content }: JsonObject): boolean {
  return content === undefined || content === '' || (Array.isArray(content) && content.length === 0)
}
