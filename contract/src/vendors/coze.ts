import { vendor } from './vendor.ts'

/**
 * Bots of Coze, at either of its sites or on a server of one's own. The channel names the bot, so that the names of models are the admin's.
 * Sources: https://docs.coze.cn/developer_guides/chat_v3, …/oauth_jwt and …/upload_files, 2026; the file of an app's secrets is that of the
 * examples there (`coze_oauth_config.json`).
 */
export const coze = vendor({
  id: 49,
  name: 'Coze',
  chineseName: '扣子 Coze',
  hint: {
    zh: '扣子智能体，须已发布为 API。提示词、模型与插件由智能体决定，请求里的温度、工具等设置不生效',
    en: 'Coze bots, which must be published as an API. The bot has its own prompt, model and plug-ins, so temperature, tools and similar settings in requests have no effect',
  },
  baseUrl: 'https://api.coze.cn',
  presets: [
    { name: { zh: '国内站', en: 'China' }, address: 'https://api.coze.cn' },
    { name: { zh: '国际站', en: 'International' }, address: 'https://api.coze.com' },
  ],
  keyFormat: 'token / jwt-app-json',
  other: {
    zh: '智能体 ID，如 7379462189365198898；留空时以供应商模型名为智能体 ID',
    en: 'ID of the bot, such as 7379462189365198898. Leave empty to use the provider’s model name as the bot ID',
  },
  modelsHint: {
    zh: '名称自定。一个渠道接多个智能体时，把智能体 ID 留空，用模型映射把模型名指向智能体 ID',
    en: 'Model names are up to you. For several bots on one channel, leave the bot ID empty and map each model to a bot ID',
  },
  dialects: ['coze-bot'],
  operations: ['chat'],
  versionPaths: { 'coze-bot': '/v3' },
  hidesPrompt: true,
})
