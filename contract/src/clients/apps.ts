// Programs that are set up on a settings page: the fields as their own documentation names them, and what stands in each.
import { type Bilingual, type Client, type Connection, type SettingField, type Step, v1 } from './client.ts'

/** A name that is the same in both languages. */
const same = (name: string): Bilingual => ({ en: name, zh: name })

const field = (name: Bilingual | string, value: string): SettingField => ({ name: typeof name === 'string' ? same(name) : name, value })

const fieldsStep = (where: Bilingual, fields: readonly SettingField[]): Step => ({ kind: 'fields', where, fields })

const app = (facts: Pick<Client, 'id' | 'name' | 'note'> & { readonly steps: (connection: Connection) => readonly Step[] }): Client => ({
  ...facts,
  kind: 'app',
  dialects: ['openai-chat'],
  isSameEverywhere: true,
})

const apiKey: Bilingual = { en: 'API Key', zh: 'API 密钥' }

/** Source: cursor.com/docs, Settings → Models. */
const cursor = app({
  id: 'cursor',
  name: 'Cursor',
  note: {
    en: 'Cursor calls from its own servers, so this address must be reachable from the internet. While the override is on, it applies to every OpenAI model; Tab completion keeps using Cursor’s own model.',
    zh: 'Cursor 由其服务器发起调用，因此该地址必须能从公网访问。开启覆盖后对所有 OpenAI 模型生效；Tab 补全仍用 Cursor 自己的模型。',
  },
  steps: ({ url, key, model }) => [
    fieldsStep(same('Cursor Settings → Models → API Keys'), [
      field('OpenAI API Key', key),
      field('Override OpenAI Base URL', v1(url)),
      field('Add Custom Model', model),
    ]),
  ],
})

/** Source: docs.cherry-ai.com, model provider settings. It adds `/v1/chat/completions` itself. */
const cherryStudio = app({
  id: 'cherry-studio',
  name: 'Cherry Studio',
  steps: ({ url, key, model }) => [
    fieldsStep({ en: 'Settings → Model Provider → Add', zh: '设置 → 模型服务 → 添加' }, [
      field({ en: 'Provider Type', zh: '提供商类型' }, 'OpenAI'),
      field(apiKey, key),
      field({ en: 'API Host', zh: 'API 地址' }, url),
      field({ en: 'Add Model → Model ID', zh: '添加模型 → 模型 ID' }, model),
    ]),
  ],
})

/** Source: lobehub.com/docs, provider settings and environment variables of a deployment. */
const lobeChat = app({
  id: 'lobe-chat',
  name: 'LobeChat',
  steps: ({ url, key, model }) => [
    fieldsStep({ en: 'Settings → AI Service Provider → OpenAI', zh: '设置 → AI 服务商 → OpenAI' }, [
      field('API Key', key),
      field({ en: 'API Proxy URL', zh: 'API 代理地址' }, v1(url)),
      field({ en: 'Model List → Add → Model ID', zh: '模型列表 → 添加 → 模型 ID' }, model),
    ]),
    {
      kind: 'file',
      path: '.env',
      language: 'text',
      code: `OPENAI_API_KEY=${key}\nOPENAI_PROXY_URL=${v1(url)}\nOPENAI_MODEL_LIST=+${model}`,
      or: { en: 'Or, if you host it yourself', zh: '或在自行部署时' },
    },
  ],
})

/** Source: docs.openwebui.com, connect a provider. */
const openWebUi = app({
  id: 'open-webui',
  name: 'Open WebUI',
  steps: ({ url, key, model }) => [
    fieldsStep({ en: 'Admin Settings → Connections → OpenAI API → Add Connection', zh: '管理员设置 → 外部连接 → OpenAI 接口 → 添加连接' }, [
      field({ en: 'Connection Type', zh: '连接类型' }, 'External'),
      field('URL', v1(url)),
      field(apiKey, key),
      field({ en: 'Model IDs', zh: '模型 ID' }, model),
    ]),
    {
      kind: 'file',
      path: '.env',
      language: 'text',
      code: `OPENAI_API_BASE_URL=${v1(url)}\nOPENAI_API_KEY=${key}`,
      or: { en: 'Or, before its first start', zh: '或在首次启动之前' },
    },
  ],
})

/** Source: the plugin “OpenAI-API-compatible” of Dify's marketplace, and docs.dify.ai, model providers. */
const dify = app({
  id: 'dify',
  name: 'Dify',
  note: { en: 'Install the plugin “OpenAI-API-compatible” first.', zh: '请先安装插件“OpenAI-API-compatible”。' },
  steps: ({ url, key, model }) => [
    fieldsStep(
      { en: 'Settings → Model Provider → OpenAI-API-compatible → Add Model', zh: '设置 → 模型供应商 → OpenAI-API-compatible → 添加模型' },
      [
        field({ en: 'Model Type', zh: '模型类型' }, 'LLM'),
        field({ en: 'Model Name', zh: '模型名称' }, model),
        field('API Key', key),
        field('API endpoint URL', v1(url)),
        field('Completion mode', 'Chat'),
      ],
    ),
  ],
})

export const apps: readonly Client[] = [cursor, cherryStudio, lobeChat, openWebUi, dify]
