// Texts and looks of the site. Source: specification §3 Option, server-behaviour 6.2 and 10.4.
import { z } from 'zod'
import { chatTarget } from '../site/chat-link.ts'
import { isTimeZone } from '../values/calendar.ts'
import { exactText, nameText } from '../values/pasted.ts'
import { address, flag, json, option, prose, safeName, text } from './option.ts'

const chatLink = z.string().refine((link) => chatTarget(link) !== undefined, 'bad_chat')
const chat = z.record(safeName, chatLink).refine((entry) => Object.keys(entry).length === 1, 'one_entry')

/** Limit of one page's text with embedded pictures: every visitor downloads it. */
const page = prose('markdown', z.string().max(200_000))

export const systemName = option({
  key: 'SystemName',
  type: text(nameText().min(1).max(60)),
  default: 'Waystation',
  status: 'system_name',
  name: { en: 'System name', zh: '系统名称' },
  about: { en: 'Name of this site.', zh: '本站的名称。' },
  card: ['looks', 1],
})

export const logo = option({
  key: 'Logo',
  type: text(exactText().regex(/^(|https?:\/\/\S+|\/\S*|data:image\/\S+)$/i, 'bad_picture')),
  default: '',
  status: 'logo',
  name: { en: 'Logo', zh: 'Logo' },
  about: {
    en: 'Address of the logo shown beside the site name, a path of this site or an address that begins with https://. Leave empty for the built-in logo.',
    zh: '显示在站点名称旁的 Logo 的地址，可填写本站路径或以 https:// 开头的地址。留空则使用内置 Logo。',
  },
  card: ['looks', 2],
})

export const footer = option({
  key: 'Footer',
  type: prose('code'),
  default: '',
  status: 'footer_html',
  name: { en: 'Footer', zh: '页脚' },
  about: { en: 'Footer of every page, in HTML. Sanitized before it is shown.', zh: '每个页面的页脚，HTML 格式。显示前会过滤。' },
  card: ['looks', 4],
})

export const notice = option({
  key: 'Notice',
  type: page,
  default: '',
  name: { en: 'Notice', zh: '公告' },
  about: {
    en: 'Notice to all users, in Markdown or HTML. Sanitized before it is shown.',
    zh: '面向所有用户的公告，支持 Markdown 和 HTML。显示前会过滤。',
  },
  card: ['notice', 1],
})

export const homePageContent = option({
  key: 'HomePageContent',
  type: page,
  default: '',
  confirmed: 'address',
  name: { en: 'Home page content', zh: '首页内容' },
  about: {
    en: 'Home page in Markdown or HTML, or an address to embed, which must begin with https:// because browsers load nothing else into the page. Leave empty for the built-in page.',
    zh: '首页内容，支持 Markdown、HTML，或填写要嵌入的地址（须以 https:// 开头，浏览器不会在页面中加载其他地址）。留空则使用内置首页。',
  },
  card: ['pages', 1],
})

export const about = option({
  key: 'About',
  type: page,
  default: '',
  confirmed: 'address',
  name: { en: 'About', zh: '关于' },
  about: {
    en: 'About page in Markdown or HTML, or an address to embed, which must begin with https:// because browsers load nothing else into the page. Sanitized before it is shown.',
    zh: '关于页面，支持 Markdown、HTML，或填写要嵌入的地址（须以 https:// 开头，浏览器不会在页面中加载其他地址）。显示前会过滤。',
  },
  card: ['pages', 2],
})

export const modelHealth = option({
  key: 'pricing.model_health',
  type: flag(),
  default: false,
  name: { en: 'Health of models', zh: '模型健康度' },
  about: {
    en: 'Show on the pricing page what share of the calls to each model was answered in the last 24 hours, and hour by hour. Needs [LogErrorEnabled].',
    zh: '在价格页显示每个模型过去 24 小时以及其中每个小时内调用的成功比例。需要开启[LogErrorEnabled]。',
  },
  card: ['pages', 3],
})

export const customHeadHtml = option({
  key: 'custom_head_html',
  type: prose('code', z.string().max(100_000)),
  default: '',
  writer: 'root',
  name: { en: 'Custom head HTML', zh: '自定义 head HTML' },
  about: {
    en: "HTML added to the head of all pages except those for logging in, payment, personal settings and administration: meta, link, style and script tags. Scripts run in visitors' browsers. As super admin, add ?safe_mode=1 to an address to view a page without it; start the server with SAFE_MODE=1 to turn it off everywhere.",
    zh: '添加到页面 head 中的 HTML：meta、link、style 和 script 标签；登录、支付、个人设置和管理页面除外。其中的脚本会在访问者的浏览器中运行。超级管理员可在地址后加 ?safe_mode=1 查看不含它的页面；以 SAFE_MODE=1 启动服务器则全部关闭。',
  },
  card: ['code', 1],
})

export const globalCss = option({
  key: 'global_css',
  type: prose('code', z.string().max(100_000)),
  default: '',
  writer: 'root',
  name: { en: 'Global CSS', zh: '全局 CSS' },
  about: {
    en: 'CSS added to the same pages as [custom_head_html].',
    zh: '添加到与[custom_head_html]相同页面的 CSS。',
  },
  card: ['code', 2],
})

export const globalJs = option({
  key: 'global_js',
  type: prose('code', z.string().max(100_000)),
  default: '',
  writer: 'root',
  name: { en: 'Global JS', zh: '全局 JS' },
  about: {
    en: "JavaScript added to the same pages as [custom_head_html]. It runs in visitors' browsers.",
    zh: '添加到与[custom_head_html]相同页面的 JavaScript。它会在访问者的浏览器中运行。',
  },
  card: ['code', 3],
})

export const timeZone = option({
  key: 'TimeZone',
  type: { ...text(exactText().max(64).refine(isTimeZone, 'time_zone_unknown')), editor: 'time-zone' },
  default: 'UTC',
  status: 'time_zone',
  name: { en: 'Time zone', zh: '时区' },
  about: {
    en:
      'Time zone of this site, a name of the IANA database such as Asia/Shanghai. The console shows times by its clock, and days begin at ' +
      "midnight there; statements follow with the next month. The server's own is stored at the first start; later its environment no longer matters. Limits have time zones of their own.",
    zh: '本站的时区，IANA 时区名称，例如 Asia/Shanghai。控制台按该时区显示时间，每天从该时区的零点开始；对账单从下个月起采用。首次启动时记下服务器的时区，此后不再受服务器环境影响。用量上限有各自的时区。',
  },
  card: ['looks', 3],
})

export const docsLink = option({
  key: 'general_setting.docs_link',
  type: address(),
  default: '',
  status: 'docs_link',
  name: { en: 'Documentation link', zh: '文档链接' },
  about: {
    en: 'Address of your documentation. Leave empty for the built-in documentation.',
    zh: '你的文档的地址。留空则使用内置文档。',
  },
  card: ['general', 1],
})

export const defaultCollapseSidebar = option({
  key: 'DefaultCollapseSidebar',
  type: flag(),
  default: false,
  status: 'default_collapse_sidebar',
  name: { en: 'Collapse the sidebar', zh: '默认收起侧边栏' },
  about: { en: 'Start with the sidebar collapsed.', zh: '侧边栏默认为收起状态。' },
  card: ['general', 7],
})

export const chats = option({
  key: 'Chats',
  type: json(z.array(chat), []),
  // Programs on the user's own machine come first: they send the key to no other host.
  default: [
    { 'Cherry Studio': 'cherrystudio://providers/api-keys?v=1&data={cherryConfig}' },
    { 'AMA 问天': 'ama://set-api-key?server={address}&key={key}' },
    { OpenCat: 'opencat://team/join?domain={address}&token={key}' },
    { 'Lobe Chat': 'https://chat-preview.lobehub.com/?settings={"keyVaults":{"openai":{"apiKey":"{key}","baseURL":"{address}/v1"}}}' },
  ],
  status: 'chats',
  writer: 'root', // users' keys are filled into these addresses
  name: { en: 'Chat apps', zh: '聊天应用' },
  about: {
    en:
      'Apps that users can open with a token. In a link, ' +
      '{address} and {key} are filled in; {cherryConfig} becomes the Base64 text of {"id","baseUrl","apiKey"}. ' +
      'A link must start with https://, with http:// for localhost only, or with the scheme of an app. Users must confirm before ' +
      'their key is sent.',
    zh: '用户可以用令牌打开的应用。链接中的 {address} 和 {key} 会被替换；{cherryConfig} 替换为 {"id","baseUrl","apiKey"} 的 Base64 文本。链接必须以 https:// 开头，仅 localhost 可用 http://，或使用应用自己的协议。发送密钥前需要用户确认。',
  },
  card: ['chats', 1],
})
