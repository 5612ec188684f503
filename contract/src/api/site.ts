import { z } from 'zod'
import { endpoint } from '../channels/endpoint.ts'

export const testStatus = endpoint({
  method: 'GET',
  path: '/api/status/test',
  summary: 'Does the database answer? An answer counts for ten seconds',
  access: 'admin',
  data: z.null(),
})

/** Markdown or HTML; empty: no notice. The console sanitises it when it is shown. */
export const getNotice = endpoint({
  method: 'GET',
  path: '/api/notice',
  summary: 'The notice to all users',
  access: 'public',
  csrf: false,
  data: z.string(),
})

/** Markdown, HTML, or an https address to embed; empty: nothing was written. The console sanitises it when it is shown. */
export const getAbout = endpoint({
  method: 'GET',
  path: '/api/about',
  summary: 'The about page',
  access: 'public',
  csrf: false,
  data: z.string(),
})

/** Markdown, HTML, or an https address to embed; empty: the built-in page. The console sanitises it when it is shown. */
export const getHomePageContent = endpoint({
  method: 'GET',
  path: '/api/home_page_content',
  summary: "The admin's own home page",
  access: 'public',
  csrf: false,
  data: z.string(),
})
