// What Qwen's models take while they think, by their families.
import { type ChatCall, type ChatRule, inside, isGiven } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { errorPage, invalid } from './words.ts'

/** The open models of 2025-04, which think unless the request says that they shall not. */
const openHybrid = /^qwen3-\d+(\.\d+)?b(-a\d+b)?$/
/** The generation of 2026-02 and later thinks by default too. */
const newGeneration = /^qwen3\.[5-9]/
const alwaysThinking = /^(qwq|qvq)|-thinking/

/** Whether the model thinks in its answer to this request. */
export function isThinking({ body, model }: ChatCall): boolean {
  if (body.enable_thinking === true || alwaysThinking.test(model)) return true
  if (body.enable_thinking === false || body.reasoning_effort === 'none') return false
  return openHybrid.test(model) || newGeneration.test(model)
}

export const thinkingRules: readonly ChatRule[] = [
  rule(
    'stream-only-model',
    'https://github.com/infiniflow/ragflow/issues/5912 (2025-03-11), https://www.alibabacloud.com/help/en/model-studio/error-code',
    ({ body, model }) =>
      body.stream !== true && /^(qwq|qvq|qwen[\d.]*-omni)/.test(model)
        ? 'This model only support stream mode, please enable the stream parameter to access the model. '
        : undefined,
  ),
  rule(
    'thinking-without-stream',
    'https://github.com/infiniflow/ragflow/issues/8972 (2025-07-22), https://github.com/coze-dev/coze-studio/issues/324 (2025-07-30)',
    ({ body, model }) =>
      body.stream !== true && body.enable_thinking !== false && openHybrid.test(model)
        ? 'parameter.enable_thinking must be set to false for non-streaming calls'
        : undefined,
  ),
  rule(
    'thinking-budget',
    `${errorPage}, https://github.com/QwenLM/Qwen-Agent/issues/941 (2026-08-16)`,
    ({ body: { thinking_budget: budget } }) => {
      if (!isGiven(budget) || (typeof budget === 'number' && Number.isInteger(budget) && budget > 0)) return undefined
      return invalid('The thinking_budget parameter must be a positive integer and not greater than 38912')
    },
  ),
  // Of the newer generation it is not recorded.
  rule('json-while-thinking', 'https://errs.dmxapi.cn/detail.php?id=1493 (2026-01-03)', ({ body, model }) =>
    body.enable_thinking === true && inside(body.response_format).type === 'json_object' && !newGeneration.test(model)
      ? invalid('Json mode response is not supported when enable_thinking is true')
      : undefined,
  ),
  rule(
    'tool-choice-while-thinking',
    'https://github.com/cloudwego/eino/issues/994 (2026-04-24), https://github.com/can1357/oh-my-pi/issues/886 (2026-04-30)',
    (call) =>
      isThinking(call) && (call.body.tool_choice === 'required' || isGiven(inside(call.body.tool_choice).type))
        ? invalid('The tool_choice parameter does not support being set to required or object in thinking mode')
        : undefined,
  ),
]
