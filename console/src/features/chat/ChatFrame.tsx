import type { Chat } from '~/shared/chat-template'

// A stranger's program: it may keep its own data and open windows, and may not lead this page away.
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals'

/** A chat inside the page. */
export function ChatFrame({ chat, url }: { readonly chat: Chat; readonly url: string }) {
  // Data of its own, unless it comes from here: then its data would be ours.
  const isOurs = chat.target.kind === 'web' && chat.target.origin === location.origin
  return (
    <iframe
      className="chat-frame"
      src={url}
      title={chat.name}
      sandbox={isOurs ? SANDBOX : `${SANDBOX} allow-same-origin`}
      allow="clipboard-write"
      referrerPolicy="no-referrer"
    />
  )
}
