// What a machine can see of docs/glossary.md, for the texts of the screens and of the guide.

/** A rule, and what breaks it. */
type Rule = readonly [rule: string, forbidden: RegExp]

export const chineseRules: readonly Rule[] = [
  ['你, never 您', /您/],
  ['未设置价格 for a model without a price', /没有(设置)?价格|未配置价格|无价格|未定价|必须定价/],
  ['禁用, never 停用; 备用价格, never 兜底价格; 用尽, never 用完 or 耗尽', /停用|兜底|用完|耗尽/],
  ['不可恢复, never 不可撤销', /不可撤销|无法恢复/],
  ['供应商, never 服务商; 账户, never 账号; 收件箱, never 站内信; 显示名称, never 显示名', /服务商|账号|站内信|显示名(?!称)/],
  ['频率限制, never 速率限制', /速率限制/],
  ['a space between Han and Latin letters or digits', /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u],
  ['a space between Han and a fact', /\p{Script=Han}\{|\}\p{Script=Han}/u],
  ['half-width digits and letters', /[０-９Ａ-Ｚａ-ｚ]/],
  ['full-width punctuation beside Han', /\p{Script=Han}[,;:?!()]|[,;:?!()]\p{Script=Han}/u],
  ['… instead of dots', /\.\.\.|。。|……/],
]

export const englishRules: readonly Rule[] = [
  ['select, never choose', /\b(choose|chooses|chosen)\b/i],
  ['"Leave empty to …", never "Empty: …"', /\bempty:/i],
  ['American spelling', /\b(organis|sanitis|authoris|recognis|colour|favour|behaviour|cancelled|catalogue|licence)/i],
  ['reject, never refuse', /\brefus/i],
  ['email address, never mail address; image, never picture', /(?<!e-?)\bmail address|\bpictures?\b/i],
  ['no riddles', /\b(is|are|was) (asked|told)\b|\btakes? turns\b|\bstands? (below|above|here)\b|\bgoes by\b|\blets? in\b|\bby itself\b/i],
  ['no riddles', /\b(everybody|nobody|whoever|way round|at all events|dissolve|most input)\b/i],
  ['no riddles', /\b(abroad|dearer|films?|under way|resting|is taken too)\b/],
  ['ID, never id, but in words that OpenAI has', /(?<![{"])\bid\b(?![}"]| \{id)/],
  ['… instead of dots', /\.\.\./],
]
