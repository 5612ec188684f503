/**
 * Does a model of this name think before it answers? Such models take a word for how hard to think, know the limit of tokens by its newer name
 * only, and refuse a temperature; the others refuse the word. Undefined: the name does not say.
 *
 * Source: OpenAI's guides "Reasoning models" and "Using GPT-5".
 */
export function thinks(model: string): boolean | undefined {
  // Relays put the maker before the name.
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  if (/^(gpt-[34]|chatgpt-|gpt-[5-9](\.\d+)?-chat)/.test(name)) return false
  return /^(o\d|gpt-[5-9])/.test(name) ? true : undefined
}
