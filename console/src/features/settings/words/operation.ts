import type { OptionWordsByKey } from './option-words.ts'

/** How the installation is run: display, modes, logs, filters, drawing, check-in and invitation. */
export const operationWords: OptionWordsByKey = {
  'general_setting.docs_link': { en: 'Documentation link', zh: '文档链接', about: '你的文档的地址。留空则不显示链接。' },
  QuotaPerUnit: {
    en: 'Quota per dollar',
    zh: '每美元额度',
    about: '每美元对应的额度。余额按额度存储，修改此项会改变余额的价值。',
  },
  DisplayInCurrencyEnabled: { en: 'Show quota in dollars', zh: '以美元显示额度', about: '以美元而不是额度单位显示额度。' },
  DisplayTokenStatEnabled: {
    en: 'Billing endpoints show the token',
    zh: '计费接口返回令牌额度',
    about: '兼容 OpenAI 的计费接口返回令牌的额度，而不是用户的余额。',
  },
  DefaultCollapseSidebar: { en: 'Collapse the sidebar', zh: '默认收起侧边栏', about: '侧边栏默认为收起状态。' },
  DemoSiteEnabled: { en: 'Demo site', zh: '演示站点', about: '演示站点：只有超级管理员可以修改内容，不接受注册，也不为访客发送邮件。' },
  SelfUseModeEnabled: {
    en: 'Self-use mode',
    zh: '自用模式',
    about: '自用模式：不接受注册，未设置价格的模型也可以调用，按默认倍率计费。',
  },
  TokenKeyVisibility: {
    en: 'Visibility of token keys',
    zh: '令牌密钥的可见性',
    about: '令牌的所有者何时可以看到密钥：在列表中、按需查看，或仅在创建时显示一次。',
    choices: {
      list: { en: 'In the list', zh: '在列表中' },
      on_demand: { en: 'On demand', zh: '按需查看' },
      hash_only: { en: 'Only when created', zh: '仅创建时' },
    },
  },
  MaxTokensPerUser: {
    en: 'Tokens per user',
    zh: '每个用户的令牌数',
    about: '每个用户最多可拥有的令牌数，管理员为 50,000。已超出的用户保留现有令牌，但不能再新建。',
  },
  WriteOffAlarm: {
    en: 'Write-off alarm',
    zh: '核销提醒',
    about:
      '单日（UTC）核销达到此额度时，通过站内信和邮件通知超级管理员，每翻倍再通知一次。核销是调用费用超出用户余额、由站点承担的部分。0 表示不通知。',
  },
  DrawingEnabled: { en: 'Drawing tasks', zh: '绘图任务', about: '在控制台中显示绘图任务。' },
  TaskEnabled: { en: 'Music tasks', zh: '音乐任务', about: '在控制台中显示音乐任务。' },
  MjNotifyEnabled: { en: 'Forward notifyHook', zh: '转发 notifyHook', about: '转发绘图调用的 notifyHook。关闭时会将其移除。' },
  MjAccountFilterEnabled: {
    en: 'Forward accountFilter',
    zh: '转发 accountFilter',
    about: '转发绘图调用的 accountFilter。关闭时会将其移除。',
  },
  MjForwardUrlEnabled: { en: 'Serve images from here', zh: '由本服务器提供图片', about: '通过本服务器的地址提供图片。' },
  MjModeClearEnabled: {
    en: 'Remove speed modes',
    zh: '移除速度模式',
    about: '移除绘图提示词中的 --fast、--relax 和 --turbo。',
  },
  MjActionCheckSuccessEnabled: {
    en: 'Actions only after success',
    zh: '完成后才能操作',
    about: '绘图完成之后才允许对其执行后续操作。',
  },
  CheckSensitiveEnabled: {
    en: 'Sensitive word check',
    zh: '屏蔽词检查',
    about: '检查文本中是否含有 SensitiveWords。列表为空时不拒绝任何调用。',
  },
  CheckSensitiveOnPromptEnabled: {
    en: 'Check prompts',
    zh: '检查提示词',
    about: '同时检查提示词，需开启 CheckSensitiveEnabled。',
  },
  SensitiveWords: {
    en: 'Sensitive words',
    zh: '屏蔽词列表',
    about: '含有其中任一词语的调用会被拒绝。每行一个；以 regex: 开头的行为正则表达式。',
  },
  'global.safe_check_exempt_enabled': {
    en: 'Exempt groups from the check',
    zh: '分组豁免屏蔽词检查',
    about: 'global.safe_check_exempt_group 中的分组不做屏蔽词检查。',
  },
  'global.safe_check_exempt_group': {
    en: 'Groups exempt from the check',
    zh: '豁免屏蔽词检查的分组',
    about: '不做屏蔽词检查的分组。',
  },
  LogConsumeEnabled: { en: 'Log charged calls', zh: '记录计费调用', about: '记录计费的调用。关闭后只计入统计。' },
  LogChatContentEnabled: { en: 'Log contents', zh: '记录对话内容', about: '记录提示词和回复。用户会看到提示。' },
  LogErrorEnabled: { en: 'Log failed calls', zh: '记录失败调用', about: '记录失败的调用。' },
  DataExportEnabled: {
    en: 'Usage dashboard',
    zh: '数据看板',
    about: '显示数据看板。关闭后看板隐藏，GET /api/data 返回错误。',
  },
  DataExportInterval: {
    en: 'Refresh interval',
    zh: '刷新间隔',
    about: '打开的看板每隔多久刷新一次。每次刷新时的数据都是准确的。',
  },
  DataExportDefaultTime: {
    en: 'Default granularity',
    zh: '默认粒度',
    about: '数据看板的默认时间粒度。',
    choices: { hour: { en: 'Hour', zh: '小时' }, day: { en: 'Day', zh: '天' }, week: { en: 'Week', zh: '周' } },
  },
  AutomaticDisableChannelEnabled: {
    en: 'Auto-disable channels',
    zh: '自动禁用渠道',
    about: '密钥失效或余额不足时自动禁用渠道。',
  },
  AutomaticEnableChannelEnabled: {
    en: 'Auto-enable channels',
    zh: '自动启用渠道',
    about: '被自动禁用的渠道在“测试所有渠道”中通过后重新启用。',
  },
  ChannelDisableThreshold: {
    en: 'Slowest acceptable test',
    zh: '最长测试时间',
    about: '测试耗时超过此值的渠道会被自动禁用。0 表示不启用。',
  },
  AutomaticDisableKeywords: {
    en: 'Auto-disable keywords',
    zh: '自动禁用关键词',
    about: '上游错误包含其中任一行时自动禁用渠道，不区分大小写。',
  },
  QuotaRemindThreshold: {
    en: 'Balance warning',
    zh: '余额提醒',
    about: '余额低于此值时控制台提醒用户，除非用户自行设置了其他值。',
  },
  PreConsumedQuota: {
    en: 'Output tokens held in advance',
    zh: '预扣的输出 token 数',
    about: '调用未指定最大输出时，按此 token 数预扣额度。',
  },
  QuotaForNewUser: { en: 'Quota for new users', zh: '新用户额度', about: '新用户的初始余额。' },
  QuotaForInviter: { en: 'Quota for inviters', zh: '邀请者额度', about: '每邀请一名新用户，邀请者获得的额度。' },
  QuotaForInvitee: { en: 'Quota for invitees', zh: '受邀者额度', about: '新用户因受邀而获得的额度。' },
  AffEnabled: { en: 'Invitations', zh: '邀请功能', about: '为每个用户提供邀请码。' },
  RebateEnabled: { en: 'Rebates', zh: '充值返利', about: '邀请者从受邀用户的充值中获得返利。' },
  RebatePercentage: { en: 'Rebate percentage', zh: '返利比例', about: '邀请者在每笔充值中所得的比例，需开启 RebateEnabled。' },
  CheckInEnabled: { en: 'Daily check-in', zh: '每日签到', about: '允许用户每天签到一次以获得额度。' },
  CheckInQuota: {
    en: 'Check-in quota',
    zh: '签到额度',
    about: '每次签到获得的额度；设置了 CheckInMaxQuota 时为最小值。',
  },
  CheckInMaxQuota: {
    en: 'Maximum check-in quota',
    zh: '签到最大额度',
    about: '每次签到的最大额度；实际额度在 CheckInQuota 与此值之间随机。0 表示固定为 CheckInQuota。',
  },
  ModelsDevAddress: {
    en: 'models.dev price list',
    zh: 'models.dev 价格表',
    about: '用于对比价格的价格表的地址，格式与 models.dev 相同。留空则不提供。',
  },
  PriceSourceAddress: {
    en: 'Host of ratio lists',
    zh: '倍率预设的主机',
    about:
      '倍率预设 flexible、openrouter、mixed 和 legacy 所在主机的地址，文件位于 /model-ratios/{预设}/prompt.json 和 completion.json。留空则不提供。',
  },
  'update_setting.release_url': {
    en: 'Release information',
    zh: '版本信息地址',
    about: '检查更新时读取的版本信息的地址，格式与 GitHub 的 releases/latest 接口相同。留空则不检查更新。',
  },
}
