// What Veo at Vertex AI takes, model by model. Written from Google's pages alone, which rules name by these letters:
//   API    "Veo on Vertex AI video generation API" (model-reference/veo-video-generation), 2026
//   TYPE   "VideoGenerationModelInstance" and its images, films and masks (rest/Shared.Types)
//   CARD   the model cards "Veo 3.1" (models/veo/3-1-generate, autumn 2026), "Veo 3", "Veo 2"
//   GUIDE  "Generate videos … from text, from an image, from first and last frames, from references", "Extend videos", 2026
//   SDK    @google/genai 3.1.0, `generateVideosParametersToVertex`, which writes some words in capitals
//   SEEN   what callers of the service quote of its answers, in several public repositories, 2025 and 2026
// Guessed: that one request has one instance; that all but what is SEEN to fail later is rejected at once; the words of these rejections; that a length of
// 8 goes with 1080p only at the Gemini API. Stricter than the service: unknown fields below `instances` and `parameters`, which it passes over (SEEN).
// Pages that contradict each other: 4k at Veo 3.1 Fast (not in the CARD, but Google has a price for it: taken); WebP (API: taken, GUIDE: not);
// `generateAudio` and `durationSeconds`, which API calls required and its examples leave out.
import { z } from 'zod'

const MEBIBYTE = 2 ** 20
/** CARD: "maximum input image size: 20 MB". */
const LONGEST_PICTURE_TEXT = Math.ceil((20 * MEBIBYTE * 4) / 3)
/** GUIDE "Extend videos": "can be extended by 7 seconds". SEEN: "supported durations are [7] for feature video_extension". */
const EXTENSION_SECONDS = [7]
/** API: "When using referenceImages: 8". */
const REFERENCE_SECONDS = [8]

type Extra = 'lastFrame' | 'video' | 'asset' | 'style' | 'mask'
interface Family {
  readonly name: RegExp
  /** In the order that the service names them in. */
  readonly seconds: readonly number[]
  /** Empty: there is no such parameter. API: "Veo 3 models only". */
  readonly resolutions: readonly string[]
  readonly extras: readonly Extra[]
}
/** API: "Veo 2 models: 5-8". */
const second = { seconds: [8, 5, 6, 7], resolutions: [] }
/** API: "Veo 3 models: 4, 6, or 8". */
const third = { seconds: [8, 4, 6], resolutions: ['720p', '1080p'] }
const families: readonly Family[] = [
  // API, of each extra: "is supported by the following models".
  { name: /^veo-2\.0-generate-001$/, ...second, extras: ['lastFrame', 'video'] },
  { name: /^veo-2\.0-generate-exp$/, ...second, extras: ['asset', 'style'] },
  { name: /^veo-2\.0-generate-preview$/, ...second, extras: ['video', 'mask'] },
  { name: /^veo-3\.0-generate-exp$/, ...third, extras: ['lastFrame', 'video'] },
  { name: /^veo-3\.0-(fast-)?generate-(001|preview)$/, ...third, extras: [] },
  // CARD.
  { name: /^veo-3\.1-lite-generate-(001|preview)$/, ...third, extras: ['lastFrame', 'video'] },
  {
    ...{ name: /^veo-3\.1-(fast-)?generate-(001|preview)$/, seconds: third.seconds, resolutions: ['720p', '1080p', '4k'] },
    extras: ['lastFrame', 'video', 'asset'],
  },
]
export const familyOf = (model: string): Family | undefined => families.find(({ name }) => name.test(model))

/** A word of the API, which the SDK writes in capitals. */
const word = (...words: readonly string[]) =>
  z.string().refine((text) => words.includes(text.toLowerCase()), `must be one of ${words.join(', ')}`)

const gcsObject = z.string().regex(/^gs:\/\/[a-z0-9._-]+\/\S+$/, 'is no object of Cloud Storage')
/** TYPE: "data can be only one of the following". API: `mimeType` is required. */
const media = (mimeTypes: readonly string[], more: z.ZodRawShape = {}) =>
  z
    .strictObject({
      bytesBase64Encoded: z.base64().min(4).max(LONGEST_PICTURE_TEXT).optional(),
      ...{ gcsUri: gcsObject.optional(), mimeType: z.enum(mimeTypes), ...more },
    })
    .refine(({ bytesBase64Encoded, gcsUri }) => (bytesBase64Encoded === undefined) !== (gcsUri === undefined), {
      message: 'has either bytesBase64Encoded or gcsUri',
    })
const picture = media(['image/jpeg', 'image/png', 'image/webp'])
/** API, `mimeType`. */
const film = media(['mov', 'mpeg', 'mp4', 'mpg', 'avi', 'wmv', 'mpegps', 'flv'].map((kind) => `video/${kind}`))

const Instance = z.strictObject({
  ...{ prompt: z.string().optional(), image: picture.optional(), lastFrame: picture.optional(), video: film.optional() },
  // TYPE, `cameraControl`.
  cameraControl: z
    .enum(['fixed', 'pan_left', 'pan_right', 'tilt_up', 'tilt_down', 'truck_left', 'truck_right'])
    .or(z.enum(['pedestal_up', 'pedestal_down', 'push_in', 'pull_out']))
    .optional(),
  mask: media(['image/jpeg', 'image/png', 'image/webp'], { maskMode: z.string().optional() }).optional(),
  // API: "up to three asset images or at most one style image".
  referenceImages: z
    .array(z.strictObject({ image: picture, referenceType: word('asset', 'style') }))
    .min(1)
    .max(3)
    .optional(),
})
type Instance = z.infer<typeof Instance>

const Parameters = z.strictObject({
  ...{ aspectRatio: z.enum(['16:9', '9:16']).optional(), compressionQuality: word('optimized', 'lossless').optional() },
  ...{ durationSeconds: z.int().optional(), enhancePrompt: z.boolean().optional(), generateAudio: z.boolean().optional() },
  // API: allow_adult, dont_allow; TYPE has allow_all too, for projects that Google allows it; GUIDE calls dont_allow disallow.
  ...{ negativePrompt: z.string().optional(), personGeneration: word('allow_all', 'allow_adult', 'dont_allow', 'disallow').optional() },
  ...{ resizeMode: word('pad', 'crop').optional(), resolution: z.string().optional(), sampleCount: z.int().min(1).max(4).optional() },
  seed: z.int().min(0).max(4_294_967_295).optional(),
  storageUri: z
    .string()
    .regex(/^gs:\/\/[a-z0-9][a-z0-9._-]*(\/\S*)?$/, 'is no place in Cloud Storage')
    .optional(),
  // SDK. CARD: 24 frames a second.
  fps: z.literal(24).optional(),
  pubsubTopic: z
    .string()
    .regex(/^projects\/[^/]+\/topics\/[^/]+$/)
    .optional(),
})
type Parameters = z.infer<typeof Parameters>

/** The body of `predictLongRunning`. */
export const VeoBody = z.strictObject({
  instances: z.tuple([Instance]),
  parameters: Parameters.optional(),
  labels: z.record(z.string(), z.string()).optional(),
})

/** What a body breaks that has the right fields: the field, and why. */
export function modelFault(
  model: string,
  { instances: [instance], parameters = {} }: z.infer<typeof VeoBody>,
): [string, string] | undefined {
  const family = familyOf(model)
  return family && (instanceFault(instance, family) ?? parameterFault(parameters, instance, family))
}

function instanceFault(instance: Instance, { extras }: Family): [string, string] | undefined {
  const { prompt, image, lastFrame, video, mask, referenceImages, cameraControl } = instance
  const types = (referenceImages ?? []).map(({ referenceType }) => referenceType.toLowerCase())
  // API, `prompt`: "Required for text-to-video. Optional if an input image prompt is provided". TYPE, `referenceImages`: required with them.
  if (!prompt && !image && !video) return ['instances.0.prompt', 'is required']
  // TYPE: each of these.
  if (image && video) return ['instances.0.video', 'cannot be used with image']
  if (referenceImages && (image || video || lastFrame))
    return ['instances.0.referenceImages', 'cannot be used with image, video or lastFrame']
  if (lastFrame && !image) return ['instances.0.lastFrame', 'can only be used if image is also provided']
  if (cameraControl && !image) return ['instances.0.cameraControl', 'can only be used if image is also provided']
  if (mask && !video) return ['instances.0.mask', 'is applied to the input video']
  const extra = [lastFrame && 'lastFrame', video && !mask && 'video', mask && 'mask', ...types].find(
    (one) => one && !extras.some((known) => known === one),
  )
  if (extra) return [`instances.0.${types.includes(extra) ? 'referenceImages' : extra}`, `${extra} is not supported by the model`]
  return types.includes('style') && types.length > 1 ? ['instances.0.referenceImages', 'at most one style image'] : undefined
}

function parameterFault(parameters: Parameters, { image }: Instance, family: Family): [string, string] | undefined {
  const { resolution, generateAudio, resizeMode } = parameters
  const isSecond = family.resolutions.length === 0
  if (resolution !== undefined && !family.resolutions.includes(resolution))
    return ['parameters.resolution', `${resolution} is not supported by the model`]
  // API: "generateAudio isn't supported by veo-2.0-generate-001 or veo-2.0-generate-exp".
  if (generateAudio !== undefined && isSecond) return ['parameters.generateAudio', 'is not supported by the model']
  // API: "Veo 3 models only, used with image for image-to-video".
  if (resizeMode !== undefined && (isSecond || !image)) return ['parameters.resizeMode', 'is for an image, at Veo 3 models']
  return undefined
}

/** What the service takes at first, and tells when the operation has failed for it. SEEN: both messages, with code 3. */
export function lateFault(model: string, { instances: [instance], parameters = {} }: z.infer<typeof VeoBody>): string | undefined {
  const { durationSeconds, enhancePrompt } = parameters
  if (enhancePrompt === false && model.startsWith('veo-3')) return 'Veo 3 prompt enhancement cannot be disabled.'
  const [feature, seconds] = featureOf(instance, familyOf(model)?.seconds ?? [])
  return durationSeconds === undefined || seconds.includes(durationSeconds)
    ? undefined
    : `Unsupported output video duration ${durationSeconds} seconds, supported durations are [${seconds.join()}] for feature ${feature}.`
}

/** SEEN: the features by these names, each with its lengths. */
function featureOf({ image, video, referenceImages }: Instance, seconds: readonly number[]): [string, readonly number[]] {
  if (video) return ['video_extension', EXTENSION_SECONDS]
  if (referenceImages) return ['reference_to_video', REFERENCE_SECONDS]
  return [image ? 'image_to_video' : 'text_to_video', seconds]
}
