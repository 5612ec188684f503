import { cachedContentUsage, isCachedContent, readCachedContent } from '@waystation/wire/files/cached-content'
import { WireError } from '@waystation/wire/wire-error'
import type { ForwardedOperation } from '../types.ts'
import { chat } from './chat.ts'
import { wholeListener } from './whole-listener.ts'

/** The beginning of a prompt, kept at Google: its tokens are read once, and then kept by the hour. Nobody else has it. */
export const cachedContents: ForwardedOperation = {
  kind: 'forwarded',
  name: 'cached-contents',

  read(body, dialect) {
    const { model, seconds, prompt } = readCachedContent(body, Date.now())
    if (!model) throw new WireError('model', 'a string')
    const { size } = chat.read(prompt, dialect, { model, isStream: false })
    return { model, isStream: false, wantsUsageFrame: false, size: { ...size, maxOutputTokens: 0, choices: 1, keptHours: seconds / 3600 } }
  },

  formatFor: ({ operations }, spoken, asked) =>
    operations.includes('cached-contents') && spoken.includes(asked) ? { operation: 'cached-contents', dialect: asked } : undefined,
  replyListener: () => wholeListener(isCachedContent, cachedContentUsage),

  promptTexts(call, purpose) {
    const { model, prompt } = readCachedContent(call.body, Date.now())
    return chat.promptTexts({ ...call, facts: chat.read(prompt, call.endpoint.dialect, { model, isStream: false }) }, purpose)
  },
}
