// What a vendor's body says in other words than the client's request, with nothing lost: the exceptions from the law of honesty. Each is
// a decision that stands elsewhere (decision 19).
import { shortHash } from '@waystation/wire/rules/short-hash'

/** Is this text of a canonical request in the vendor's body in other words? */
export function isTextSaidOtherwise(path: string, text: string, written: string): boolean {
  // A name that a vendor does not take is shortened or becomes a hash.
  if (written.includes(shortHash(text))) return true
  // A file of text is said as text; a text may lose the space at its end.
  if (/\.source\.data$/.test(path) && written.includes(JSON.stringify(Buffer.from(text, 'base64').toString()).slice(1, -1))) return true
  if (text !== text.trim() && written.includes(JSON.stringify(text.trim()).slice(1, -1))) return true
  // A tool that the vendor runs has another name at each vendor.
  if (/^tools\[\d+\]\.value\.(name|type)$/.test(path)) return true
  // To ask for the usual tier, or for text, is to ask for nothing.
  if (path === 'serviceTier') return ['auto', 'default', 'standard'].includes(text)
  if (path.startsWith('modalities')) return text === 'text'
  // Media come as data in a URL, or as data with its type beside it.
  if (/\.source\.(url|data)$/.test(path)) return written.includes(text.slice(text.indexOf(',') + 1))
  // A vendor may take names of files in letters only.
  if (path.endsWith('.fileName')) return written.includes(text.replace(/\.\w+$/, ''))
  // A reference to a definition has the place where the vendor wants definitions.
  if (path.endsWith('.$ref')) return written.includes(text.replace('#/definitions/', '#/$defs/'))
  // Names of tools and ids of calls stand for each other.
  return /\.(toolCallId|id|toolName)$/.test(path)
}

/** Is this difference one that no answer depends on? */
export function isFactSaidOtherwise(fact: string, asked: unknown, got: unknown): boolean {
  // What is asked for is what happens anyway.
  const usual: Readonly<Record<string, unknown>> = {
    'sampling.temperature': 1,
    'sampling.topP': 1,
    'sampling.presencePenalty': 0,
    'sampling.frequencyPenalty': 0,
    'sampling.logprobs': false,
    'sampling.topLogprobs': 0,
    choices: 1,
    store: false,
    parallelToolCalls: true,
    'toolChoice.kind': 'auto',
    'output.kind': 'text',
  }
  if (got === undefined && usual[fact] === asked) return true
  // Of some tools the others are left out, or the only one is named.
  if (
    fact === 'toolChoice.kind' &&
    (asked === 'some' || (asked === 'required' && got === 'tool') || (asked === 'tool' && (got === 'unknown' || got === 'required')))
  )
    return true
  // More of a kind is no loss: an instruction may be added, a result filled in.
  return fact.startsWith('count.') && Number(got) > Number(asked)
}
