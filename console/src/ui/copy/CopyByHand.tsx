import { Modal } from 'antd'
import { useText } from '../../i18n/index.ts'
import { useFocusReturn } from '../dialog/use-focus-return.ts'

/** The text itself, selected, where the browser keeps us from the clipboard. */
export default function CopyByHand({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const t = useText()
  useFocusReturn(true)
  return (
    <Modal open title={t('copy.failedTitle')} footer={null} onCancel={onClose} zIndex={1500}>
      <textarea
        className="copy-by-hand mono"
        readOnly
        value={text}
        rows={4}
        onFocus={(event) => event.target.select()}
        aria-label={t('action.copy')}
      />
    </Modal>
  )
}
