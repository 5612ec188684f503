// What the site says and looks like. Source: specification §3 Option, server-behaviour 6.2 and 10.4.
import { z } from 'zod'
import { chatTarget } from '../chat-link.ts'
import { address, flag, json, option, safeName, text } from './option.ts'

const chatLink = z.string().refine((link) => chatTarget(link) !== undefined, 'bad_chat')
const chat = z.record(safeName, chatLink).refine((entry) => Object.keys(entry).length === 1, 'one_entry')

/** What an admin writes for a whole page, pictures in it included: every visitor is sent it. */
const page = text(z.string().max(200_000))

export const systemName = option({
  key: 'SystemName',
  type: text(z.string().trim().min(1).max(60)),
  default: 'Waystation',
  status: 'system_name',
  about: 'Name of the site.',
  isReady: true,
})

export const logo = option({
  key: 'Logo',
  type: text(z.string().regex(/^(|https?:\/\/\S+|\/\S*|data:image\/\S+)$/i, 'bad_picture')),
  default: '',
  status: 'logo',
  about: 'Address of the picture beside the name; empty: the built-in one.',
  isReady: true,
})

export const footer = option({
  key: 'Footer',
  type: text(),
  default: '',
  status: 'footer_html',
  about: 'Foot of every page, in HTML; sanitised when it is shown.',
  isReady: true,
})

export const notice = option({
  key: 'Notice',
  type: page,
  default: '',
  about: 'Notice to all users, in Markdown or HTML; sanitised when it is shown.',
  isReady: true,
})

export const homePageContent = option({
  key: 'HomePageContent',
  type: page,
  default: '',
  about: 'Home page in Markdown or HTML, or an address to embed; empty: the built-in page.',
  isReady: true,
})

export const about = option({
  key: 'About',
  type: page,
  default: '',
  about: 'About page in Markdown or HTML, or an address to embed; sanitised when it is shown.',
  isReady: true,
})

export const customHeadHtml = option({
  key: 'custom_head_html',
  type: text(),
  default: '',
  writer: 'root',
  about: "Put into the head of the public pages; runs in other people's browsers.",
  isReady: false,
})

export const globalCss = option({
  key: 'global_css',
  type: text(),
  default: '',
  writer: 'root',
  about: 'Style sheet put into the public pages.',
  isReady: false,
})

export const globalJs = option({
  key: 'global_js',
  type: text(),
  default: '',
  writer: 'root',
  about: "Script put into the public pages; runs in other people's browsers.",
  isReady: false,
})

export const docsLink = option({
  key: 'general_setting.docs_link',
  type: address(),
  default: '',
  status: 'docs_link',
  about: 'Address of your documentation; empty: no link.',
  isReady: true,
})

export const defaultCollapseSidebar = option({
  key: 'DefaultCollapseSidebar',
  type: flag(),
  default: false,
  status: 'default_collapse_sidebar',
  about: 'The sidebar starts narrow.',
  isReady: true,
})

export const chats = option({
  key: 'Chats',
  type: json(z.array(chat), []),
  // Programs on the user's own machine come first: their addresses send the key to nobody.
  default: [
    { 'Cherry Studio': 'cherrystudio://providers/api-keys?v=1&data={cherryConfig}' },
    { 'AMA 问天': 'ama://set-api-key?server={address}&key={key}' },
    { OpenCat: 'opencat://team/join?domain={address}&token={key}' },
    { 'Lobe Chat': 'https://chat-preview.lobehub.com/?settings={"keyVaults":{"openai":{"apiKey":"{key}","baseURL":"{address}/v1"}}}' },
  ],
  status: 'chats',
  writer: 'root', // users' keys are filled into these addresses
  about:
    'Chat programs offered beside a token: a JSON list of objects with one entry each, name to address. ' +
    '{address} and {key} are filled in, and {cherryConfig} with the base64 text of {"id","baseUrl","apiKey"}. ' +
    'An address begins with https://, with http:// on localhost only, or with the scheme of a program; before a key is handed over, the ' +
    'user is asked.',
  isReady: true,
})
