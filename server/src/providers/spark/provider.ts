import { spark as vendor } from '@waystation/contract/vendors/spark'
import { openAICompatible } from '../openai-compatible.ts'

/** Lines of models that stand below another path than `/v1`. Source: https://www.xfyun.cn/doc/spark/X1http.html, 2026. */
const versions: readonly (readonly [RegExp, string])[] = [
  [/^(spark-)?x1/i, 'v2'],
  [/^(spark-)?x2/i, 'x2'],
]

/** Codes that Spark gives with HTTP 200. Source: https://www.xfyun.cn/doc/spark/接口说明.html, "错误码", 2026. */
const statuses: Readonly<Record<string, number>> = {
  ...{ 10005: 401, 11200: 401, 11201: 429, 11202: 429, 11203: 429, 10007: 429, 10008: 503, 10110: 503 },
  ...{ 10013: 400, 10014: 400, 10019: 400, 10163: 400, 10404: 404, 10907: 400 },
}

export const spark = openAICompatible(vendor, {
  fullUrl: (base, { model, operation }) => {
    const version = versions.find(([pattern]) => pattern.test(model))?.[1]
    if (operation !== 'chat' || version === undefined || base !== vendor.baseUrl) return undefined
    return `${base}/${version}/chat/completions`
  },
  /** Without the switch a call of a tool is an object in the place of the list. Source: https://www.xfyun.cn/doc/spark/HTTP调用文档.html, 2026. */
  adapt: (body, { operation }) =>
    operation === 'chat' && body.tools !== undefined && body.tool_calls_switch === undefined ? { ...body, tool_calls_switch: true } : body,
  headers: ({ key }) => ({ authorization: `Bearer ${passwordOf(key)}` }),
  normalizeStatus: ({ code = '' }) => statuses[code],
})

/** Keys of the time of signed sockets have three parts, APPID, APISecret and APIKey; over HTTP the last two are the password. */
function passwordOf(key: string): string {
  const [app, secret, apiKey] = key.split('|')
  return app !== undefined && secret !== undefined && apiKey !== undefined ? `${apiKey}:${secret}` : key
}
