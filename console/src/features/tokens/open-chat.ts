import type { ChatLink } from '~/shared/chat-links'

/**
 * Opens a chat with a token's key. A web page opens in a tab of its own, which knows nothing of ours; a program of the user's machine is
 * called by its address. The tab is opened before the key is there: afterwards browsers would take it for a pop-up.
 */
export async function openChat(chat: ChatLink, keyOf: () => Promise<string>): Promise<void> {
  const isWeb = /^https?:/i.test(chat.addressFor(''))
  const tab = isWeb ? window.open('', '_blank') : null
  try {
    const address = chat.addressFor(await keyOf())
    if (!tab) return void window.location.assign(address)
    tab.opener = null
    tab.location.replace(address)
  } catch (error) {
    tab?.close()
    throw error
  }
}
