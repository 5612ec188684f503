// The bodies that a midjourney-proxy Plus takes. Sources: the controllers of midjourney-proxy (novicezk, trueai-org) and the documents of
// gateways before it, "Midjourney Proxy Plus", 2026.
import { z } from 'zod'

const text = z.string()
const filled = text.regex(/\S/, 'is blank')
const dataUrl = text.regex(/^data:[\w.+-]+\/[\w.+-]+;base64,[\w+/]+={0,2}$/, 'is no data URL')
const media = z.union([dataUrl, text.regex(/^https?:\/\/./)])
const index = z.number().int().min(1).max(4)

const accountFilter = z.object({
  ...{ channelId: text.nullish(), instanceId: text.nullish(), remark: text.nullish() },
  ...{ modes: z.array(z.enum(['RELAX', 'FAST', 'TURBO'])).nullish(), remix: z.boolean().nullish() },
  remixAutoConsidered: z.boolean().nullish(),
})
const common = {
  ...{ state: text.nullish(), notifyHook: text.nullish(), accountFilter: accountFilter.nullish() },
  botType: z.enum(['MID_JOURNEY', 'NIJI_JOURNEY', 'INSIGHT_FACE']).nullish(),
}

/** What starts a drawing by itself: the action that it is, and its body. */
export const starts: Readonly<Record<string, { readonly action: string; readonly body: z.ZodObject }>> = {
  'submit/imagine': { action: 'IMAGINE', body: z.object({ ...common, prompt: filled, base64Array: z.array(dataUrl).nullish() }) },
  'submit/shorten': { action: 'SHORTEN', body: z.object({ ...common, prompt: filled }) },
  'submit/describe': { action: 'DESCRIBE', body: z.object({ ...common, base64: dataUrl }) },
  'submit/blend': {
    action: 'BLEND',
    body: z.object({
      ...common,
      base64Array: z.array(dataUrl).min(2).max(5),
      dimensions: z.enum(['PORTRAIT', 'SQUARE', 'LANDSCAPE']).nullish(),
    }),
  },
  'submit/edits': { action: 'EDIT', body: z.object({ ...common, prompt: filled, image: media, maskBase64: dataUrl.nullish() }) },
  'submit/video': {
    action: 'VIDEO',
    body: z
      .object({
        ...{ ...common, prompt: text.nullish(), image: media.nullish(), motion: z.enum(['low', 'high']) },
        ...{ taskId: text.nullish(), index: index.nullish(), action: z.literal('extend').nullish() },
      })
      .refine(({ image, taskId }) => Boolean(image || taskId), 'has neither image nor taskId'),
  },
  'insight-face/swap': {
    action: 'SWAP_FACE',
    body: z
      .object({ ...common, sourceBase64: dataUrl, targetBase64: dataUrl })
      .refine(({ sourceBase64, targetBase64 }) => sourceBase64 !== targetBase64, 'has the same picture twice'),
  },
}

/** What all submissions share, as it is kept. */
export const Kept = z.object({ prompt: text.nullish(), state: text.nullish(), notifyHook: text.nullish(), taskId: text.nullish() })

export const ChangeBody = z
  .object({ ...common, taskId: filled, action: z.enum(['UPSCALE', 'VARIATION', 'REROLL']), index: index.nullish() })
  .refine(({ action, index: which }) => action === 'REROLL' || typeof which === 'number', 'has no index')
export const SimpleChangeBody = z.object({ ...common, content: text.regex(/^\S+ (?:[UV][1-4]|R)$/) })
export const ActionBody = z.object({ ...common, taskId: filled, customId: filled, chooseSameChannel: z.boolean().nullish() })
export const ModalBody = z.object({
  ...common,
  taskId: filled,
  prompt: text.nullish(),
  maskBase64: z.union([dataUrl, z.literal('')]).nullish(),
})
export const UploadBody = z.object({ ...common, base64Array: z.array(dataUrl).min(1), filter: accountFilter.nullish() })
export const ListBody = z.object({ ids: z.array(text).min(1) })
