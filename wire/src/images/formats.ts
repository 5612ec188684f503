// Formats of pictures that are not OpenAI's, which most vendors have: one line each. A vendor's record names its own.
import { siliconFlow, together, zhipu } from './alike.ts'
import { ark } from './ark.ts'
import { dashScope } from './dashscope/dashscope.ts'
import { blackForestLabs } from './flux/black-forest-labs.ts'
import type { ImageFormat } from './format.ts'
import { gemini } from './gemini.ts'
import { miniMax } from './mini-max.ts'
import { replicate } from './replicate.ts'
import { xai } from './xai.ts'

const formats: Readonly<Record<string, ImageFormat>> = {
  gemini,
  xai,
  ark,
  zhipu,
  siliconflow: siliconFlow,
  together,
  minimax: miniMax,
  dashscope: dashScope,
  replicate,
  'black-forest-labs': blackForestLabs,
}

/** The format of that name; undefined: OpenAI's. Throws TypeError where there is none. */
export function imageFormat(name: string | undefined): ImageFormat | undefined {
  if (name === undefined) return undefined
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined
  if (!format) throw new TypeError(`there is no format ${name} of pictures`)
  return format
}
