import { expect, test } from 'vitest'
import { aiClients } from './testing/drivers/ai.ts'
import { aiVendorClients } from './testing/drivers/ai-vendors.ts'
import { anthropic } from './testing/drivers/anthropic.ts'
import { google } from './testing/drivers/google.ts'
import { langchainClients } from './testing/drivers/langchain.ts'
import { mistral } from './testing/drivers/mistral.ts'
import { openaiChat } from './testing/drivers/openai-chat.ts'
import { openaiResponses } from './testing/drivers/openai-responses.ts'
import { clientsPage } from './testing/page.ts'

test('docs/clients.md is what the matrix is; `-u` prints it anew', async () => {
  const page = clientsPage([openaiChat, openaiResponses, anthropic, google, mistral, ...aiClients, ...aiVendorClients, ...langchainClients])
  await expect(page).toMatchFileSnapshot('../../../../docs/clients.md')
})
