import { useText } from '~/i18n'
import type { Chat } from '~/shared/chat-template'
import { OutsideIcon, ServerIcon } from '~/ui/icons'

/** Where the key goes: the host, or that it is a program of this device; and the link as it is configured. */
export function HandOverTarget({ chat }: { readonly chat: Chat }) {
  const t = useText()
  const { target, template } = chat
  return (
    <section className="hand-over-target">
      <h2>{t('chat.goesTo')}</h2>
      {target.kind === 'web' ? (
        <p className="hand-over-host">
          <OutsideIcon />
          <strong>{target.host}</strong>
        </p>
      ) : (
        <p className="hand-over-host">
          <ServerIcon />
          <strong>{t('chat.program')}</strong> <span className="mono">{target.scheme}:</span>
        </p>
      )}
      <p className="text2">
        {t(target.kind === 'program' ? 'chat.programWarning' : target.isThisDevice ? 'chat.deviceWarning' : 'chat.hostWarning')}
      </p>
      <details>
        <summary>{t('chat.wholeLink')}</summary>
        <code>{template}</code>
      </details>
    </section>
  )
}
