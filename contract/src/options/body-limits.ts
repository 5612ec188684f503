// How large the bodies of calls may be, and how much memory they may take. Ours, as those of relay.ts are.
import { z } from 'zod'
import { number, option } from './option.ts'

/** Largest body that may be allowed, in MB: bodies are held in memory while they are read and parsed. */
const MAX_BODY_MB = 256

export const relayMaxBodyMb = option({
  key: 'relay.max_body_mb',
  type: number(z.number().int().min(1).max(MAX_BODY_MB)),
  default: 64,
  unit: 'MB',
  writer: 'root', // bodies take memory from everybody
  name: { en: 'Request body limit', zh: '请求体上限' },
  about: { en: 'Maximum size of the body of a model call, after decompression.', zh: '模型调用的请求体解压后的最大大小。' },
  card: ['sizes', 1],
})

export const relayMaxBodyObjects = option({
  key: 'relay.max_body_objects',
  type: number(z.number().int().min(1000).max(1_000_000)),
  default: 50_000,
  writer: 'root', // each of them takes time and memory from everybody
  name: { en: 'Objects in a body', zh: '请求体的对象数上限' },
  about: { en: 'Maximum number of objects and arrays in the body of a model call.', zh: '模型调用的请求体中对象和数组的最大数量。' },
  card: ['sizes', 3],
})

export const relayMaxBodyValues = option({
  key: 'relay.max_body_values',
  type: number(z.number().int().min(10_000).max(10_000_000)),
  default: 400_000,
  writer: 'root', // each of them takes time and memory from everybody
  name: { en: 'Values in a body', zh: '请求体的值数上限' },
  about: {
    en: 'Maximum number of values in the body of a model call; the limit for strings and field names is half of this. A batch of embeddings may have 300,000 numbers.',
    zh: '模型调用的请求体中值的最大数量；字符串和字段名的上限为其一半。一批向量嵌入可能有 300,000 个数字。',
  },
  card: ['sizes', 4],
})

export const relayBodyMemoryMb = option({
  key: 'relay.body_memory_mb',
  type: number(z.number().int().min(64).max(65_536)),
  default: 256,
  unit: 'MB',
  writer: 'root', // memory of each process
  name: { en: 'Memory for large bodies', zh: '大请求体内存' },
  about: {
    en: 'Memory of each node for large bodies (above 1 MB): this much for those being received, and as much again for those being read and forwarded. Further ones wait up to 5 seconds.',
    zh: '每个节点用于大请求体（超过 1 MB）的内存：接收中的用这么多，读取和转发中的另有同样多。超出的请求最多等待 5 秒。',
  },
  card: ['sizes', 2],
})
