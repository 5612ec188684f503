// What a model takes, by its id. Ids of inference profiles of one's own name no model; this gateway's channels of the kind are for Claude.

/** Does Anthropic's documentation apply to the fields that this model takes in addition to Converse's own? */
export function isClaude(model: string): boolean {
  return /claude/i.test(model) || /(?:application-inference-profile|provisioned-model)\//.test(model)
}

/** Does the model take cache points? Others refuse the request. Source: AWS, "Prompt caching for faster model inference", 2026. */
export function cachesPrompts(model: string): boolean {
  if (/\bnova-(?:micro|lite|pro|premier|2)/.test(model)) return true
  return isClaude(model) && !/claude-(?:v2|instant|3-(?:haiku|sonnet|opus)|3-5-sonnet-20240620)/.test(model)
}

/** The field in which the model takes top-k; undefined where it is not documented. */
export function topKFields(model: string, topK: number): Readonly<Record<string, number | { topK: number }>> | undefined {
  if (isClaude(model)) return { top_k: topK }
  return /\bnova-/.test(model) ? { inferenceConfig: { topK } } : undefined
}
