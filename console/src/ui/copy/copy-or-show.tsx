import { text } from '../../i18n/index.ts'
import { confirm } from '../dialog/confirm.tsx'
import { toast } from '../feedback/toasts.ts'
import { copyText } from './copy-text.ts'

/** Copies with a toast that says `done`; where the browser forbids it, a dialog shows the text to copy by hand. For actions that are no `CopyButton`. */
export async function copyOrShow(words: string, done = text('copy.done')): Promise<void> {
  if (await copyText(words)) return toast.done(done)
  await confirm({
    title: text('copy.failedTitle'),
    text: <textarea className="copy-by-hand mono" readOnly defaultValue={words} rows={6} aria-label={text('action.copy')} />,
    yes: text('action.close'),
  })
}
