// What was said in a call, out of its request and the record of its answer.
import type { ContentMessage } from '@waystation/contract/calls/call-content'
import type { ChatRequest, Part, Turn } from '@waystation/wire/chat/request/request'
import type { KeptContent } from '../../domain/content/call-contents.ts'
import type { Attempt } from '../attempt.ts'
import type { Call } from '../types.ts'
import { type Limits, readLimits } from './kept-texts.ts'
import type { OutputRecorder } from './output-recorder.ts'

/** Longer than it is kept where it is long, since keys are still to be left out. */
export function readContent(call: Call, { channel }: Pick<Attempt, 'channel'>, output: OutputRecorder): KeptContent {
  const systemPrompt = channel.systemPrompt
  const content = {
    ...inputOf(call),
    ...(systemPrompt ? { channel_system_prompt: systemPrompt } : {}),
    output_content: output.output,
    reasoning_content: output.reasoning,
    is_cut: false,
  }
  return cutTo(readLimits, content)
}

/** Each text in its length; of the messages before the last the newest. */
export function cutTo({ kept, system }: Limits, content: KeptContent): KeptContent {
  const { input_content, system_prompt, channel_system_prompt, output_content, reasoning_content } = content
  const context = newest(content.context, kept)
  const dropped = content.context.length - context.length
  const cut = {
    input_content: input_content.slice(0, kept),
    context,
    context_before: Math.max(0, content.context_before - dropped),
    system_prompt: system_prompt.slice(0, system),
    ...(channel_system_prompt === undefined ? {} : { channel_system_prompt: channel_system_prompt.slice(0, system) }),
    output_content: output_content.slice(0, kept),
    reasoning_content: reasoning_content.slice(0, kept),
  }
  return { ...cut, is_cut: content.is_cut || signsOf(cut) < signsOf(content) }
}

const signsOf = (content: Omit<KeptContent, 'is_cut'>): number => textsIn(content).reduce((sum, text) => sum + text.length, 0)

/** All texts of it, in an order that `withTexts` knows. */
export function textsIn(content: Omit<KeptContent, 'is_cut'>): string[] {
  const { input_content, system_prompt, channel_system_prompt = '', output_content, reasoning_content, context } = content
  return [input_content, system_prompt, channel_system_prompt, output_content, reasoning_content, ...context.map(({ text }) => text)]
}

/** The same with other texts, in the order of `textsIn`. */
export function withTexts(content: KeptContent, texts: readonly string[]): KeptContent {
  const [input_content = '', system_prompt = '', channelPrompt = '', output_content = '', reasoning_content = '', ...context] = texts
  return {
    input_content,
    context: content.context.map(({ role }, at) => ({ role, text: context[at] ?? '' })),
    context_before: content.context_before,
    system_prompt,
    ...(content.channel_system_prompt === undefined ? {} : { channel_system_prompt: channelPrompt }),
    output_content,
    reasoning_content,
    is_cut: content.is_cut,
  }
}

function newest(messages: readonly ContentMessage[], most: number): ContentMessage[] {
  const kept: ContentMessage[] = []
  let left = most
  for (const { role, text } of messages.toReversed()) {
    if (left <= 0) break
    kept.unshift({ role, text: text.slice(0, left) })
    left -= text.length
  }
  return kept
}

type Input = Pick<KeptContent, 'input_content' | 'context' | 'context_before' | 'system_prompt'>

function inputOf(call: Call): Input {
  const { operation } = call.endpoint
  if (operation.kind === 'conversation' || operation.kind === 'compaction') return conversationOf(operation.conversation(call))
  const texts = [...operation.promptTexts(call, 'reading')]
  return { input_content: texts.join('\n\n'), context: [], context_before: 0, system_prompt: '' }
}

function conversationOf({ turns }: ChatRequest): Input {
  const isSystem = ({ role }: Turn) => role === 'system' || role === 'developer'
  const said = turns.filter((turn) => !isSystem(turn))
  // Some dialects have results of tools in messages of the user.
  const last = said.findLastIndex(({ role, parts }) => role === 'user' && parts.some(({ kind }) => kind !== 'tool-result'))
  return {
    input_content: last < 0 ? '' : textOf(said[last]?.parts ?? []),
    context: said.flatMap(({ role, parts }, at) => (at === last ? [] : [{ role, text: textOf(parts) }])),
    context_before: Math.max(0, last),
    system_prompt: turns
      .filter(isSystem)
      .map(({ parts }) => textOf(parts))
      .join('\n\n'),
  }
}

const textOf = (parts: readonly Part[]): string =>
  parts
    .map(partText)
    .filter((text) => text !== '')
    .join('\n\n')

function partText(part: Part): string {
  switch (part.kind) {
    case 'text':
    case 'refusal':
    case 'reasoning':
      return part.text
    case 'tool-call':
      return `${part.name}(${part.argumentsText})`
    case 'tool-result':
      return textOf(part.parts)
    case 'unknown':
      return `[${part.type}]`
    default:
      return part.transcript ?? `[${part.kind}]`
  }
}
