import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Markdown, HTML, or an https address to embed; empty: the built-in page. The console sanitises it when it is shown. */
export const getHomePageContent = endpoint({
  method: 'GET',
  path: '/api/home_page_content',
  summary: "The admin's own home page",
  access: 'public',
  csrf: false,
  data: z.string(),
})
