// What Ollama refuses by the model, whichever address is asked.
import { type ChatRule, objects } from '../chat-judge.ts'
import { rule } from '../judge.ts'

/** Models of its library without the tag "tools". */
const withoutTools = /^(smollm2|gemma2|llama2)(:|$)/
/** Models of its library without the tag "thinking". */
const withoutThinking = /^(smollm2|gemma2|gemma3n|llama2|llama3\.1|llama3\.2|qwen3-coder)(:|$)/

export const modelRequired: ChatRule = rule(
  'model-required',
  'https://github.com/ollama/ollama/blob/main/server/routes.go (2026)',
  ({ model }) => (model === '' ? 'model is required' : undefined),
)

export const modelTakesTools: ChatRule = rule(
  'no-tools',
  'https://github.com/ollama/ollama/issues/13578 (2025-12-28), https://github.com/ollama/ollama/issues/14795 (2026-03-12)',
  ({ body, model }) =>
    objects(body.tools).length > 0 && withoutTools.test(model) ? `registry.ollama.ai/library/${model} does not support tools` : undefined,
)

/** A rule on whether the model can think, where the request asks for it. */
export function modelThinks(isAsked: (body: Parameters<ChatRule['refuses']>[0]['body']) => boolean): ChatRule {
  return rule(
    'no-thinking',
    'https://github.com/Gitlawb/openclaude/issues/1371 (2026-05-26), https://github.com/CherryHQ/cherry-studio/pull/18744 (2026-08-17)',
    ({ body, model }) => (isAsked(body) && withoutThinking.test(model) ? `"${model}" does not support thinking` : undefined),
  )
}
