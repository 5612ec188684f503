// The buttons below a finished drawing, and what each of them does. Sources: the custom ids that midjourney-proxy (trueai-org) documents at
// its action door, and the buttons of a message of Midjourney's bot, version 6.

/** A button as the proxy tells it. */
export interface Button {
  readonly customId: string
  readonly emoji: string
  readonly label: string
  readonly type: 2
  readonly style: 1 | 2
}

const button = (customId: string, label: string, emoji = ''): Button => ({ customId, emoji, label, type: 2, style: 2 })
const four = [1, 2, 3, 4]

/** Drawings of four pictures: each of them can be enlarged or varied. */
const grid = (hash: string): Button[] => [
  ...four.map((index) => button(`MJ::JOB::upsample::${index}::${hash}`, `U${index}`)),
  button(`MJ::JOB::reroll::0::${hash}::SOLO`, '', '🔄'),
  ...four.map((index) => button(`MJ::JOB::variation::${index}::${hash}`, `V${index}`)),
]

const single = (hash: string): Button[] => [
  button(`MJ::JOB::upsample_v6_2x_subtle::1::${hash}::SOLO`, 'Upscale (Subtle)'),
  button(`MJ::JOB::upsample_v6_2x_creative::1::${hash}::SOLO`, 'Upscale (Creative)'),
  button(`MJ::JOB::low_variation::1::${hash}::SOLO`, 'Vary (Subtle)', '🪄'),
  button(`MJ::JOB::high_variation::1::${hash}::SOLO`, 'Vary (Strong)', '🪄'),
  button(`MJ::Inpaint::1::${hash}::SOLO`, 'Vary (Region)', '🖌️'),
  button(`MJ::Outpaint::50::1::${hash}::SOLO`, 'Zoom Out 2x', '🔍'),
  button(`MJ::Outpaint::75::1::${hash}::SOLO`, 'Zoom Out 1.5x', '🔍'),
  button(`MJ::CustomZoom::${hash}`, 'Custom Zoom', '🔍'),
  ...['left', 'right', 'up', 'down'].map((side) => button(`MJ::JOB::pan_${side}::1::${hash}::SOLO`, '')),
  button(`MJ::BOOKMARK::${hash}`, '', '❤️'),
]

const described = [
  ...four.map((index) => button(`MJ::Job::PicReader::${index}`, String(index))),
  button('MJ::Picread::Retry', '', '🔄'),
  button('MJ::Job::PicReader::all', 'Imagine all', '🎉'),
]
const shortened = [...four, 5].map((index) => button(`MJ::Job::PromptAnalyzer::${index}`, String(index)))

/** The buttons of a drawing that has succeeded. @param hash that of its picture */
export function buttonsOf(action: string, hash: string): readonly Button[] {
  if (action === 'UPSCALE') return single(hash)
  if (action === 'DESCRIBE') return described
  if (action === 'SHORTEN') return shortened
  return ['UPLOAD', 'SWAP_FACE', 'VIDEO'].includes(action) ? [] : grid(hash)
}

/** What a button starts: its action as the proxy names it, and whether a window is opened first, which a modal confirms. */
interface Effect {
  readonly action: string
  readonly window: 'always' | 'remix' | 'never'
}

const effects: readonly (readonly [RegExp, Effect])[] = [
  [/^MJ::JOB::upsample::/, { action: 'UPSCALE', window: 'never' }],
  [/^MJ::JOB::(low_|high_)?variation::/, { action: 'VARIATION', window: 'remix' }],
  [/^MJ::JOB::reroll::/, { action: 'REROLL', window: 'remix' }],
  [/^MJ::JOB::pan_/, { action: 'PAN', window: 'remix' }],
  [/^MJ::Inpaint::/, { action: 'INPAINT', window: 'always' }],
  [/^MJ::CustomZoom::/, { action: 'ACTION', window: 'always' }],
  [/^MJ::Job::(PicReader|PromptAnalyzer)::\d/, { action: 'ACTION', window: 'always' }],
  [/^MJ::Picread::Retry/, { action: 'DESCRIBE', window: 'never' }],
]

/** What a custom id does; anything that the table does not have is an ACTION. */
export const effectOf = (customId: string): Effect =>
  effects.find(([pattern]) => pattern.test(customId))?.[1] ?? { action: 'ACTION', window: 'never' }
