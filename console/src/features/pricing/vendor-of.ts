// Whose model it is, by its name: the table of prices names no vendor, and channels of other vendors serve the same models.

const families: readonly (readonly [RegExp, string])[] = [
  [/claude/, 'Anthropic'],
  [/^(?:gpt|chatgpt|o\d|dall-e|text-embedding-(?:3|ada)|whisper|tts-|codex|davinci|babbage|sora|omni-moderation|computer-use)/, 'OpenAI'],
  [/gemini|gemma|imagen|^veo|^text-embedding-00/, 'Google'],
  [/deepseek/, 'DeepSeek'],
  [/qwen|qwq|qvq|^wan\d/, 'Qwen'],
  [/^glm|chatglm|cogview|cogvideo/, 'Zhipu'],
  [/kimi|moonshot/, 'Moonshot'],
  [/grok/, 'xAI'],
  [/mistral|mixtral|codestral|ministral|pixtral|magistral|devstral/, 'Mistral'],
  [/llama/, 'Meta'],
  [/^command|^rerank|^embed-|^c4ai/, 'Cohere'],
  [/^jina-/, 'Jina'],
  [/doubao|seedance|seedream/, 'ByteDance'],
  [/ernie/, 'Baidu'],
  [/hunyuan/, 'Tencent'],
  [/minimax|^abab/, 'MiniMax'],
  [/^yi-/, '01.AI'],
  [/^mj[_-]|midjourney/, 'Midjourney'],
  [/suno/, 'Suno'],
  [/^nova-|titan/, 'Amazon'],
]

/** The vendor of a model; '' where its name does not tell. What stands before a slash, such as a channel's prefix, does not count. */
export function vendorOf(model: string): string {
  const name = model.toLowerCase().split('/').at(-1) ?? ''
  return families.find(([pattern]) => pattern.test(name))?.[1] ?? ''
}
