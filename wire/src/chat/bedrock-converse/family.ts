// What a model takes, by its id. Ids of inference profiles of one's own name no model; this gateway's channels of the kind are for Claude.

/** Does Anthropic's documentation apply to what this model takes beside Converse's own fields? */
export function isClaude(model: string): boolean {
  return /claude/i.test(model) || /(?:application-inference-profile|provisioned-model)\//.test(model)
}

/** Does the model take cache points? Others refuse the request. Source: AWS, "Prompt caching for faster model inference", 2026. */
export function cachesPrompts(model: string): boolean {
  if (/\bnova-(?:micro|lite|pro|premier|2)/.test(model)) return true
  return isClaude(model) && !/claude-(?:v2|instant|3-(?:haiku|sonnet|opus)|3-5-sonnet-20240620)/.test(model)
}

/** Where the model takes the number of likeliest tokens to choose among; undefined where nobody says. */
export function topKFields(model: string, topK: number): Readonly<Record<string, number | { topK: number }>> | undefined {
  if (isClaude(model)) return { top_k: topK }
  return /\bnova-/.test(model) ? { inferenceConfig: { topK } } : undefined
}
