// What the picture models on Replicate take and give, from the schemas on their own pages ("API", "Input schema"), to October 2026.
//
// The pages were read for all models but these, whose lists of ratios and sizes are from older pages and clients: recraft-v3, recraft-v4,
// stable-diffusion-3.5, sdxl, and flux-dev's newest version. Numbers of pictures to change are from their words.
import { z } from 'zod'
import { integer } from '../integer.ts'

/** A model: its input, and how many pictures come of it, as a list or as one address. */
export interface PictureModel {
  readonly input: z.ZodType
  readonly gives: 'one' | 'list'
  count(input: Readonly<Record<string, unknown>>): number
}
type Shape = z.core.$ZodShape

const file = z.string().regex(/^(https?:\/\/\S+|data:[\w.+-]+\/[\w.+-]+;base64,[A-Za-z0-9+/]+=*)$/)
const files = (most: number) => z.array(file).max(most).optional()
const text = z.string().optional()
const flag = z.boolean().optional()
const whole = (least: number, most: number) => integer().min(least).max(most).optional()
const amount = (least: number, most: number) => z.number().min(least).max(most).optional()
const oneOf = (...values: [string, ...string[]]) => z.enum(values).optional()
const ratios = (values: string) => ({ aspect_ratio: oneOf(...(values.split(' ') as [string, ...string[]])) })

const prompt = { prompt: z.string() }
const seed = { seed: integer().optional() }
const format = (...values: [string, ...string[]]) => ({ output_format: oneOf(...values) })
const anyFormat = format('webp', 'jpg', 'png')
const quality = { output_quality: whole(0, 100) }
const sides = (least: number, most: number) => ({ width: whole(least, most), height: whole(least, most) })

const one = (input: Shape): PictureModel => ({ input: z.strictObject(input), gives: 'one', count: () => 1 })
const list = (input: Shape, field?: string): PictureModel => ({
  ...{ input: z.strictObject(input), gives: 'list' },
  count: (asked) => (field && typeof asked[field] === 'number' ? asked[field] : 1),
})

const WIDE = '1:1 16:9 21:9 3:2 2:3 4:5 5:4 3:4 4:3 9:16 9:21'
const open = {
  ...{ ...prompt, ...ratios(WIDE), num_outputs: whole(1, 4), ...seed, ...anyFormat, ...quality },
  ...{ disable_safety_checker: flag, go_fast: flag, megapixels: oneOf('1', '0.25') },
}
const pro = {
  ...{ ...prompt, image_prompt: file.optional(), ...ratios('custom 1:1 16:9 3:2 2:3 4:5 5:4 9:16 3:4 4:3'), ...sides(256, 1440) },
  ...{ safety_tolerance: whole(1, 6), ...seed, prompt_upsampling: flag, ...anyFormat, ...quality },
}
const KONTEXT = `match_input_image ${WIDE} 2:1 1:2`
const kontext = {
  ...{ ...prompt, input_image: file.optional(), ...ratios(KONTEXT), prompt_upsampling: flag, ...seed, ...format('jpg', 'png') },
  safety_tolerance: whole(0, 6),
}
const flux2 = (pictures: number, own: Shape = {}) => ({
  ...{ ...prompt, input_images: files(pictures), ...ratios('match_input_image custom 1:1 16:9 3:2 2:3 4:5 5:4 9:16 3:4 4:3') },
  ...{ resolution: oneOf('match_input_image', '0.5 MP', '1 MP', '2 MP', '4 MP'), ...sides(256, 2048), safety_tolerance: whole(1, 5) },
  ...{ ...seed, ...anyFormat, ...quality, ...own },
})
const seedream = (pictures: number, least: number, ...sizes: [string, ...string[]]) => ({
  ...{ ...prompt, image_input: files(pictures), size: oneOf(...sizes), ...sides(least, 4096), max_images: whole(1, 15) },
  ...ratios('match_input_image 1:1 4:3 3:4 16:9 9:16 3:2 2:3 21:9'),
  sequential_image_generation: oneOf('disabled', 'auto'),
})
const ofSeries = (input: Shape): PictureModel => ({
  ...{ input: z.strictObject(input), gives: 'list' },
  count: ({ sequential_image_generation: series, max_images: most }) => (series === 'auto' && typeof most === 'number' ? most : 1),
})

const filters = { safety_filter_level: oneOf('block_low_and_above', 'block_medium_and_above', 'block_only_high') }
const imagen = { ...prompt, ...ratios('1:1 9:16 16:9 3:4 4:3'), ...filters, ...format('jpg', 'png') }
const sized = { image_size: oneOf('1K', '2K') }
const banana = {
  ...{ ...prompt, ...ratios('match_input_image 1:1 2:3 3:2 3:4 4:3 4:5 5:4 9:16 16:9 21:9'), ...format('jpg', 'png') },
}

const ideogram = {
  ...{ ...prompt, ...ratios('1:3 3:1 1:2 2:1 9:16 16:9 10:16 16:10 2:3 3:2 3:4 4:3 4:5 5:4 1:1'), seed: whole(0, 2_147_483_647) },
  ...{ magic_prompt_option: oneOf('Auto', 'On', 'Off'), image: file.optional(), mask: file.optional() },
  ...{ style_type: oneOf('None', 'Auto', 'General', 'Realistic', 'Design'), style_reference_images: files(10) },
  resolution: z
    .string()
    .regex(/^(None|\d{3,4}x\d{3,4})$/)
    .optional(),
}
const recraft = (sizes: string, ownRatios: string, own: Shape = {}) => ({
  ...{ ...prompt, size: oneOf(...(sizes.split(' ') as [string, ...string[]])), aspect_ratio: oneOf('Not set', ...ownRatios.split(' ')) },
  ...own,
})
const edited = { ...prompt, ...seed, go_fast: flag, ...anyFormat, ...quality, disable_safety_checker: flag }
const stable = {
  ...{ ...prompt, ...ratios('1:1 16:9 21:9 3:2 2:3 4:5 5:4 9:16 9:21'), cfg: amount(1, 10), image: file.optional() },
  ...{ prompt_strength: amount(0, 1), ...seed, ...anyFormat, ...quality, negative_prompt: text },
}
const gpt = (backgrounds: [string, ...string[]]) => ({
  ...{ ...prompt, openai_api_key: text, ...ratios('1:1 3:2 2:3'), input_images: files(16), number_of_images: whole(1, 10) },
  ...{ quality: oneOf('low', 'medium', 'high', 'auto'), background: oneOf(...backgrounds), output_compression: whole(0, 100) },
  ...{ ...format('png', 'jpeg', 'webp'), moderation: oneOf('auto', 'low'), user_id: text },
})

/** Models that Replicate keeps running, which are called by their name. */
export const officialModels: Readonly<Record<string, PictureModel>> = {
  'black-forest-labs/flux-schnell': list({ ...open, num_inference_steps: whole(1, 4) }, 'num_outputs'),
  'black-forest-labs/flux-dev': list(
    {
      ...{ ...open, image: file.optional(), prompt_strength: amount(0, 1) },
      ...{ num_inference_steps: whole(1, 50), guidance: amount(0, 10) },
    },
    'num_outputs',
  ),
  'black-forest-labs/flux-pro': one({ ...pro, steps: whole(1, 50), guidance: amount(2, 5), interval: amount(1, 4) }),
  'black-forest-labs/flux-1.1-pro': one(pro),
  'black-forest-labs/flux-1.1-pro-ultra': one({
    ...{ ...prompt, image_prompt: file.optional(), image_prompt_strength: amount(0, 1), ...ratios(WIDE) },
    ...{ safety_tolerance: whole(1, 6), ...seed, raw: flag, ...format('jpg', 'png') },
  }),
  'black-forest-labs/flux-kontext-pro': one(kontext),
  'black-forest-labs/flux-kontext-max': one(kontext),
  'black-forest-labs/flux-fill-pro': one({
    ...{ ...prompt, image: file, mask: file.optional(), ...seed, steps: whole(1, 50), guidance: amount(2, 100) },
    ...{ prompt_upsampling: flag, safety_tolerance: whole(1, 6), ...format('jpg', 'png'), outpaint: text },
  }),
  'black-forest-labs/flux-2-pro': one(flux2(8)),
  'black-forest-labs/flux-2-max': one(flux2(8)),
  'black-forest-labs/flux-2-flex': one(flux2(10, { prompt_upsampling: flag, steps: whole(1, 50), guidance: amount(1.5, 10) })),
  'black-forest-labs/flux-3-image': one({
    ...{ ...prompt, images: files(10), ...ratios('auto 21:9 2:1 16:9 3:2 7:5 4:3 5:4 1:1 4:5 3:4 5:7 2:3 9:16 1:2 9:21') },
    ...{ resolution: oneOf('768sq', '1k', '1.5k', '2k', '4k'), grounding: flag, safety_tolerance: whole(0, 4), ...anyFormat, ...quality },
  }),
  'bytedance/seedream-4': ofSeries({ ...seedream(10, 1024, '1K', '2K', '4K', 'custom'), enhance_prompt: flag }),
  'bytedance/seedream-4.5': ofSeries(seedream(14, 1024, '2K', '4K', 'custom')),
  'google/imagen-3': one({ ...prompt, ...ratios('1:1 9:16 16:9 3:4 4:3'), ...filters, negative_prompt: text }),
  'google/imagen-4': one({ ...imagen, ...sized }),
  'google/imagen-4-fast': one(imagen),
  'google/imagen-4-ultra': one({ ...imagen, ...sized }),
  'google/nano-banana': one({ ...banana, image_input: files(14) }),
  'google/nano-banana-pro': one({ ...banana, ...filters, image_input: files(14), resolution: oneOf('1K', '2K', '4K') }),
  'ideogram-ai/ideogram-v3-turbo': one(ideogram),
  'ideogram-ai/ideogram-v3-balanced': one(ideogram),
  'ideogram-ai/ideogram-v3-quality': one(ideogram),
  'recraft-ai/recraft-v3': one(
    recraft(
      '1024x1024 1365x1024 1024x1365 1536x1024 1024x1536 1820x1024 1024x1820 1024x2048 2048x1024 1434x1024 1024x1434 1024x1280 1280x1024 1024x1707 1707x1024',
      '1:1 4:3 3:4 3:2 2:3 16:9 9:16 1:2 2:1 7:5 5:7 4:5 5:4 3:5 5:3',
      { style: text },
    ),
  ),
  'recraft-ai/recraft-v4': one(
    recraft(
      '1024x1024 1536x768 768x1536 1280x832 832x1280 1216x896 896x1216 1152x896 896x1152 832x1344 1280x896 896x1280 1344x768 768x1344',
      '1:1 2:1 1:2 3:2 2:3 4:3 3:4 5:4 4:5 6:10 14:10 10:14 16:9 9:16',
    ),
  ),
  'qwen/qwen-image': list({
    ...{ ...edited, image: file.optional(), ...ratios('1:1 16:9 9:16 4:3 3:4 3:2 2:3'), guidance: amount(0, 10), strength: amount(0, 1) },
    ...{ image_size: oneOf('optimize_for_quality', 'optimize_for_speed'), lora_scale: z.number().optional(), lora_weights: text },
    ...{ enhance_prompt: flag, negative_prompt: text, extra_lora_scale: text, extra_lora_weights: text, num_inference_steps: whole(1, 50) },
  }),
  'qwen/qwen-image-edit': list({ ...edited, image: file, ...ratios('1:1 16:9 9:16 4:3 3:4 match_input_image') }),
  'qwen/qwen-image-edit-plus': list({ ...edited, image: z.array(file), ...ratios('1:1 16:9 9:16 4:3 3:4 match_input_image') }),
  'qwen/qwen-image-edit-2511': list({ ...edited, image: z.array(file), ...ratios('1:1 16:9 9:16 4:3 3:4 match_input_image') }),
  'stability-ai/stable-diffusion-3.5-large': list(stable),
  'stability-ai/stable-diffusion-3.5-large-turbo': list(stable),
  'openai/gpt-image-1.5': list({ ...gpt(['auto', 'transparent', 'opaque']), input_fidelity: oneOf('low', 'high') }, 'number_of_images'),
  'openai/gpt-image-2': list(gpt(['auto', 'opaque']), 'number_of_images'),
}

/** A version of a model that somebody else keeps, called by its number. */
export const A_VERSION = 'a1b2c3d4'.repeat(8)
const SDXL = '7762fd07cf82c948538e41f63f77d685e02b063e37e496e96eefd46c929f9bdc'

/** Models that are called by a version: by its number. */
export const communityVersions: Readonly<Record<string, PictureModel & { readonly model: string }>> = {
  [A_VERSION]: {
    model: 'somebody/own-model',
    ...list({ ...prompt, ...seed, image: file.optional(), num_outputs: whole(1, 4) }, 'num_outputs'),
  },
  [SDXL]: {
    model: 'stability-ai/sdxl',
    ...list(
      {
        ...{
          ...prompt,
          negative_prompt: text,
          image: file.optional(),
          mask: file.optional(),
          width: whole(1, 2048),
          height: whole(1, 2048),
        },
        ...{ num_outputs: whole(1, 4), scheduler: text, num_inference_steps: whole(1, 500), guidance_scale: amount(1, 50), ...seed },
        ...{ prompt_strength: amount(0, 1), refine: text, high_noise_frac: amount(0, 1), refine_steps: integer().optional() },
        ...{ apply_watermark: flag, lora_scale: amount(0, 1), replicate_weights: text, disable_safety_checker: flag },
      },
      'num_outputs',
    ),
  },
}
