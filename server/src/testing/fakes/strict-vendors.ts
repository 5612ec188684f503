// The vendors that the fake provider can stand for: a strict vendor for each address, which judges a request before it is answered.
import type { IncomingMessage } from 'node:http'
import { alike } from '@waystation/wire/testing/strict/alike'
import { anthropic } from '@waystation/wire/testing/strict/anthropic/index'
import { gemini, geminiOpenai } from '@waystation/wire/testing/strict/gemini/index'
import type { Refusal, StrictVendor } from '@waystation/wire/testing/strict/judge'
import { openaiChat, openaiResponses } from '@waystation/wire/testing/strict/openai/index'
import { AWS_BASE, strictAws } from './strict-aws.ts'
import { strictAzure } from './strict-azure.ts'
import { vertexClaude, vertexGemini } from './strict-vertex.ts'

type Body = Readonly<Record<string, unknown>>

interface Judge {
  readonly path: RegExp
  readonly vendor: StrictVendor
  /** A name of no family: models that the vendor does not know are judged by what all of its own share. Absent: it judges its own only. */
  readonly anyModel?: string
  /** Does it read the whole path? */
  readonly isWhole?: true
  /** Does a vendor with models of its own speak this dialect here? */
  readonly isOthers?: true
}

const claude = { vendor: anthropic, anyModel: 'claude-any' }

/** The first pattern that fits an address names the vendor. Addresses that fit none are not judged. */
const judges: readonly Judge[] = [
  { path: /^\/deepseek\/v1\/chat\//, vendor: alike.deepseek },
  { path: /^\/mistral\/v1\/chat\//, vendor: alike.mistral },
  { path: /^\/groq\/openai\/v1\/chat\//, vendor: alike.groq },
  { path: /^\/api\/paas\/v4\/chat\//, vendor: alike.zhipu },
  { path: /^\/aws\/openai\/v1\/(chat\/completions|responses)$/, vendor: strictAws, anyModel: 'gpt-any', isWhole: true },
  { path: /^\/v1\/chat\/completions$/, vendor: openaiChat },
  { path: /^\/openai\/(v1|deployments|models)/, vendor: strictAzure, anyModel: 'gpt-any' },
  { path: /^\/v1\/responses$/, vendor: openaiResponses, anyModel: 'gpt-any' },
  { path: /^(\/deepseek)?\/anthropic\/v1\/messages/, ...claude, isOthers: true },
  { path: /^\/v1\/messages(\/count_tokens)?$/, ...claude },
  { path: /^\/v1beta\/openai\//, vendor: geminiOpenai },
  { path: /\/publishers\/google\/models\//, vendor: vertexGemini, anyModel: 'gemini-any' },
  { path: /\/publishers\/anthropic\/models\//, vendor: vertexClaude, anyModel: 'claude-any' },
  { path: /^\/v1beta\/models\/[^:]+:(generateContent|streamGenerateContent|countTokens)$/, vendor: gemini, anyModel: 'gemini-any' },
]

/** Vendors that share their paths with another one stand below a name of their own. */
const BELOW_NAME = new RegExp(`^/(deepseek|mistral|groq|${AWS_BASE.slice(1)})(?=/)`)

/** What vendors put before the paths that everybody has. */
const BEFORE_VERSION =
  /^\/(?:(?:apps\/)?anthropic|openai|(?:api\/v2\/apps\/protocols\/)?compatible-mode|client\/v4\/accounts\/\w+\/ai)(?=\/v1\/)/

/** The path as the vendor knows it. */
export const vendorPath = (pathname: string): string => pathname.replace(BELOW_NAME, '').replace(BEFORE_VERSION, '')

const UNKNOWN_MODEL = 404

/** What the vendor at this address refuses the request for. @param isJudged must its model be the vendor's own? */
export function refusalOf(
  { url = '', headers: given }: Pick<IncomingMessage, 'url' | 'headers'>,
  body: Body,
  isJudged: boolean,
): Refusal | undefined {
  const { pathname, searchParams } = new URL(url, 'http://fake')
  const judge = judges.find(({ path }) => path.test(pathname))
  if (!judge || (!isJudged && !judge.anyModel)) return undefined
  const { vendor, anyModel: model = '', isOthers, isWhole } = judge
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
  const request = { path: isWhole ? pathname : vendorPath(pathname), query: Object.fromEntries(searchParams), headers, body }
  const refusal = vendor.judge(request)
  if (refusal?.status !== UNKNOWN_MODEL || (isJudged && !isOthers)) return refusal
  // Gemini's models stand in the path.
  const path = request.path.replace(/\/models\/[^:]+:/, `/models/${model}:`)
  return vendor.judge({ ...request, path, body: path === request.path ? { ...body, model } : body })
}
