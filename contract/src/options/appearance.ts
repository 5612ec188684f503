// Texts and looks of the site. Source: specification §3 Option, server-behaviour 6.2 and 10.4.
import { z } from 'zod'
import { isTimeZone } from '../calendar.ts'
import { chatTarget } from '../chat-link.ts'
import { exactText, nameText } from '../pasted.ts'
import { address, flag, json, option, prose, safeName, text } from './option.ts'

const chatLink = z.string().refine((link) => chatTarget(link) !== undefined, 'bad_chat')
const chat = z.record(safeName, chatLink).refine((entry) => Object.keys(entry).length === 1, 'one_entry')

/** Limit of one page's text with embedded pictures: every visitor downloads it. */
const page = prose(z.string().max(200_000))

export const systemName = option({
  key: 'SystemName',
  type: text(nameText().min(1).max(60)),
  default: 'Waystation',
  status: 'system_name',
  about: 'Name of this site.',
  isReady: true,
})

export const logo = option({
  key: 'Logo',
  type: text(exactText().regex(/^(|https?:\/\/\S+|\/\S*|data:image\/\S+)$/i, 'bad_picture')),
  default: '',
  status: 'logo',
  about: 'Address of the logo shown beside the site name. Leave empty for the built-in logo.',
  isReady: true,
})

export const footer = option({
  key: 'Footer',
  type: prose(),
  default: '',
  status: 'footer_html',
  about: 'Footer of every page, in HTML. Sanitized before it is shown.',
  isReady: true,
})

export const notice = option({
  key: 'Notice',
  type: page,
  default: '',
  about: 'Notice to all users, in Markdown or HTML. Sanitized before it is shown.',
  isReady: true,
})

export const homePageContent = option({
  key: 'HomePageContent',
  type: page,
  default: '',
  confirmed: 'address',
  about: 'Home page in Markdown or HTML, or an address to embed. Leave empty for the built-in page.',
  isReady: true,
})

export const about = option({
  key: 'About',
  type: page,
  default: '',
  confirmed: 'address',
  about: 'About page in Markdown or HTML, or an address to embed. Sanitized before it is shown.',
  isReady: true,
})

export const customHeadHtml = option({
  key: 'custom_head_html',
  type: prose(z.string().max(100_000)),
  default: '',
  writer: 'root',
  about:
    "HTML added to the head of pages: meta, link, style and script tags. It runs in other people's browsers, but not on pages for logging in, paying or administration. Start with SAFE_MODE=1, or open a page with ?safe_mode=1 as super admin, to turn it off.",
  isReady: true,
})

export const globalCss = option({
  key: 'global_css',
  type: prose(z.string().max(100_000)),
  default: '',
  writer: 'root',
  about: 'CSS added to the same pages as custom_head_html.',
  isReady: true,
})

export const globalJs = option({
  key: 'global_js',
  type: prose(z.string().max(100_000)),
  default: '',
  writer: 'root',
  about: "JavaScript added to the same pages as custom_head_html. It runs in other people's browsers.",
  isReady: true,
})

export const timeZone = option({
  key: 'TimeZone',
  type: text(exactText().max(64).refine(isTimeZone, 'time_zone_unknown')),
  default: 'UTC',
  status: 'time_zone',
  about:
    'Time zone of this site, a name of the IANA database such as Asia/Shanghai. Days of charts, wallets and check-ins begin at midnight ' +
    "there; statements follow with the next month. The server's own is stored at the first start; later its environment no longer matters. Budgets have time zones of their own.",
  isReady: true,
})

export const docsLink = option({
  key: 'general_setting.docs_link',
  type: address(),
  default: '',
  status: 'docs_link',
  about: 'Address of your documentation. Leave empty for no link.',
  isReady: true,
})

export const defaultCollapseSidebar = option({
  key: 'DefaultCollapseSidebar',
  type: flag(),
  default: false,
  status: 'default_collapse_sidebar',
  about: 'Start with the sidebar collapsed.',
  isReady: true,
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
  about:
    'Chat apps that users can open with a token: a JSON list of objects with one entry each, name to address. ' +
    '{address} and {key} are filled in; {cherryConfig} becomes the Base64 text of {"id","baseUrl","apiKey"}. ' +
    'An address must start with https://, with http:// for localhost only, or with the scheme of an app. Users must confirm before ' +
    'their key is sent.',
  isReady: true,
})
