import type { OptionWordsByKey } from './option-words.ts'

/** Texts and looks of the site. */
export const siteWords: OptionWordsByKey = {
  Notice: { en: 'Notice', zh: '公告', about: '面向所有用户的公告，支持 Markdown 和 HTML。显示前会过滤。' },
  SystemName: { en: 'System name', zh: '系统名称', about: '本站的名称。' },
  Logo: { en: 'Logo', zh: 'Logo', about: '显示在站点名称旁的 Logo 的地址。留空则使用内置 Logo。' },
  Footer: { en: 'Footer', zh: '页脚', about: '每个页面的页脚，HTML 格式。显示前会过滤。' },
  TimeZone: {
    en: 'Time zone',
    zh: '时区',
    about:
      '本站的时区，IANA 时区名称，例如 Asia/Shanghai。图表、钱包和签到的一天从该时区的零点开始，对账单从下个月起采用。首次启动时记下服务器的时区，此后不再受服务器环境影响。预算有各自的时区。',
  },
  HomePageContent: {
    en: 'Home page content',
    zh: '首页内容',
    about: '首页内容，支持 Markdown、HTML，或填写要嵌入的地址。留空则使用内置首页。',
  },
  About: { en: 'About', zh: '关于', about: '关于页面，支持 Markdown、HTML，或填写要嵌入的地址。显示前会过滤。' },
  custom_head_html: {
    en: 'Custom head HTML',
    zh: '自定义 head HTML',
    about: '添加到首页、价格页和关于页 head 中的 HTML。其中的脚本会在访问者的浏览器中运行。在地址后加 ?safe_mode=1 可查看不含它的页面。',
  },
  global_css: { en: 'Global CSS', zh: '全局 CSS', about: '添加到首页、价格页和关于页的 CSS。在地址后加 ?safe_mode=1 可查看不含它的页面。' },
  global_js: {
    en: 'Global JS',
    zh: '全局 JS',
    about: '添加到首页、价格页和关于页的 JavaScript。它会在访问者的浏览器中运行。在地址后加 ?safe_mode=1 可查看不含它的页面。',
  },
  Chats: {
    en: 'Chat apps',
    zh: '聊天应用',
    about:
      '用户可以用令牌打开的聊天应用：JSON 列表，每个对象只有一项，名称 → 地址。地址中的 {address} 和 {key} 会被替换；{cherryConfig} 替换为 {"id","baseUrl","apiKey"} 的 Base64 文本。地址必须以 https:// 开头，仅 localhost 可用 http://，或使用应用自己的协议。发送密钥前需要用户确认。',
  },
}
