// Formats of films: one line each. A vendor's record names its own; OpenAI's is that of who names none.
import { ark } from './ark.ts'
import { dashScope } from './dashscope.ts'
import type { FilmFormat } from './format.ts'
import { jimeng } from './jimeng/format.ts'
import { kling } from './kling/format.ts'
import { miniMax } from './mini-max.ts'
import { openai } from './openai.ts'
import { siliconFlow } from './silicon-flow.ts'
import { veo, veoAtVertex } from './veo.ts'
import { vidu } from './vidu.ts'
import { xai } from './xai.ts'
import { zhipu } from './zhipu.ts'

const formats: Readonly<Record<string, FilmFormat>> = {
  ...{ ark, jimeng, kling, vidu, xai, zhipu },
  gemini: veo,
  vertex: veoAtVertex,
  dashscope: dashScope,
  minimax: miniMax,
  siliconflow: siliconFlow,
}

/** The format of that name. Throws TypeError where there is none. */
export function filmFormat(name: string | undefined): FilmFormat {
  if (name === undefined) return openai
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined
  if (!format) throw new TypeError(`there is no format ${name} of films`)
  return format
}
