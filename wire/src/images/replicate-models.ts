// What the models of Replicate take: each has inputs of its own. Source: the pages "API" of the models at https://replicate.com, such as
// https://replicate.com/black-forest-labs/flux-schnell/api, 2026.

/** How a model is told what to make. */
export interface ReplicateInputs {
  /** Ratios of `aspect_ratio`; none: it has no such field. */
  readonly ratios: readonly string[]
  /** Set where `width` and `height` are taken, with `custom` as the ratio: the least and the most pixels of a side. */
  readonly sides?: readonly [number, number]
  /** The field for the class of size, and its classes. */
  readonly scale?: { readonly field: string; readonly classes: readonly string[] }
  /** The field of pictures to change, and how many there may be; absent: it changes none. */
  readonly pictures?: { readonly field: string; readonly most: number; readonly isList?: true }
  /** How many pictures one prediction makes, by `num_outputs` or another field. */
  readonly mostOutputs: number
  readonly outputsField?: string
  /** Types of files that it makes; none: they cannot be chosen. */
  readonly formats: readonly string[]
}

const USUAL_RATIOS = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3']
const FLUX_RATIOS = ['1:1', '16:9', '21:9', '3:2', '2:3', '4:5', '5:4', '3:4', '4:3', '9:16', '9:21']
const GOOGLE_RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9']
const allFormats = ['webp', 'jpg', 'png']
/** What changes pictures has no others. */
const qwenEdit = { mostOutputs: 1, ratios: ['1:1', '16:9', '9:16', '4:3', '3:4'], formats: allFormats }

const one = { mostOutputs: 1 }
const flux: ReplicateInputs = { ...one, ratios: FLUX_RATIOS, formats: allFormats }

/** Models that are not in the list: what most have. One makes one picture, unless it is known to make more. */
const unknown: ReplicateInputs = { ...one, ratios: USUAL_RATIOS, pictures: { field: 'image', most: 1 }, formats: allFormats }

/** By the beginning of a model's name, the longest that fits. */
const known: Readonly<Record<string, ReplicateInputs>> = {
  'black-forest-labs/flux-schnell': { ...flux, mostOutputs: 4 },
  'black-forest-labs/flux-dev': { ...flux, mostOutputs: 4, pictures: { field: 'image', most: 1 } },
  'black-forest-labs/flux-pro': { ...flux, ratios: [...USUAL_RATIOS, '4:5', '5:4'], sides: [256, 1440] },
  'black-forest-labs/flux-1.1-pro': { ...flux, ratios: [...USUAL_RATIOS, '4:5', '5:4'], sides: [256, 1440] },
  'black-forest-labs/flux-1.1-pro-ultra': { ...flux, formats: ['jpg', 'png'] },
  'black-forest-labs/flux-kontext-': {
    ...flux,
    ...{ ratios: [...FLUX_RATIOS, '2:1', '1:2'], pictures: { field: 'input_image', most: 1 }, formats: ['jpg', 'png'] },
  },
  'black-forest-labs/flux-2-': {
    ...{ ...flux, ratios: [...USUAL_RATIOS, '4:5', '5:4'], sides: [256, 2048] },
    pictures: { field: 'input_images', most: 8, isList: true },
  },
  'black-forest-labs/flux-2-flex': {
    ...{ ...flux, ratios: [...USUAL_RATIOS, '4:5', '5:4'], sides: [256, 2048] },
    pictures: { field: 'input_images', most: 10, isList: true },
  },
  'black-forest-labs/flux-3-': { ...flux, pictures: { field: 'images', most: 10, isList: true } },
  'google/imagen-': { ...one, ratios: ['1:1', '9:16', '16:9', '3:4', '4:3'], formats: ['jpg', 'png'] },
  'google/imagen-3': { ...one, ratios: ['1:1', '9:16', '16:9', '3:4', '4:3'], formats: [] },
  'google/nano-banana': {
    ...{ ...one, ratios: GOOGLE_RATIOS, formats: ['jpg', 'png'] },
    pictures: { field: 'image_input', most: 14, isList: true },
  },
  'google/nano-banana-pro': {
    ...{ ...one, ratios: GOOGLE_RATIOS, formats: ['jpg', 'png'], scale: { field: 'resolution', classes: ['1K', '2K', '4K'] } },
    pictures: { field: 'image_input', most: 14, isList: true },
  },
  'ideogram-ai/ideogram-v3-': {
    ...one,
    ratios: ['1:1', '1:3', '3:1', '1:2', '2:1', '9:16', '16:9', '10:16', '16:10', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4'],
    formats: [],
  },
  'recraft-ai/recraft-v3': { ...one, ratios: [...USUAL_RATIOS, '1:2', '2:1', '4:5', '5:4'], formats: [] },
  'recraft-ai/recraft-v4': { ...one, ratios: [...USUAL_RATIOS, '1:2', '2:1', '4:5', '5:4'], formats: [] },
  'stability-ai/stable-diffusion-3.5-': {
    ...{ ...one, ratios: ['1:1', '16:9', '21:9', '3:2', '2:3', '4:5', '5:4', '9:16', '9:21'], formats: allFormats },
    pictures: { field: 'image', most: 1 },
  },
  'stability-ai/sdxl': { ratios: [], sides: [256, 2048], mostOutputs: 4, formats: [], pictures: { field: 'image', most: 1 } },
  'bytedance/seedream-4': {
    ...{ ...one, ratios: [...USUAL_RATIOS, '21:9'], formats: [], scale: { field: 'size', classes: ['1K', '2K', '4K'] } },
    pictures: { field: 'image_input', most: 10, isList: true },
  },
  'bytedance/seedream-4.5': {
    ...{ ...one, ratios: [...USUAL_RATIOS, '21:9'], formats: [], scale: { field: 'size', classes: ['2K', '4K'] } },
    pictures: { field: 'image_input', most: 14, isList: true },
  },
  'qwen/qwen-image': { ...one, ratios: USUAL_RATIOS, formats: allFormats, pictures: { field: 'image', most: 1 } },
  'qwen/qwen-image-edit': { ...qwenEdit, pictures: { field: 'image', most: 1 } },
  'qwen/qwen-image-edit-plus': { ...qwenEdit, pictures: { field: 'image', most: 3, isList: true } },
  'qwen/qwen-image-edit-2511': { ...qwenEdit, pictures: { field: 'image', most: 3, isList: true } },
  'openai/gpt-image-': {
    ...{ mostOutputs: 10, outputsField: 'number_of_images', ratios: ['1:1', '3:2', '2:3'], formats: ['png', 'jpeg', 'webp'] },
    pictures: { field: 'input_images', most: 16, isList: true },
  },
}

/** What the model takes. @param model `owner/name`, with or without `:version` */
export function inputsOf(model: string): ReplicateInputs {
  const [name = ''] = model.split(':')
  const starts = Object.keys(known).filter((start) => name.startsWith(start))
  const longest = starts.toSorted((a, b) => b.length - a.length)[0]
  return (longest === undefined ? undefined : known[longest]) ?? unknown
}
