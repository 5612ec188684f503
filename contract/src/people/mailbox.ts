/** Who a mail is from. The name is empty where none was written. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/

/** A sender as people write it: `me@corp.cn`, `Station <me@corp.cn>` or `"Station, Ltd." <me@corp.cn>`. Undefined where it is none. */
export function readMailbox(text: string): Mailbox | undefined {
  const plain = text.replaceAll('＜', '<').replaceAll('＞', '>').trim()
  const at = plain.endsWith('>') ? plain.indexOf('<') : -1
  const address = at < 0 ? plain : plain.slice(at + 1, -1).trim()
  const name = at < 0 ? '' : unquoted(plain.slice(0, at).trim())
  return ADDRESS.test(address) && !/[\p{Cc}<>]/u.test(name) ? { name, address } : undefined
}

const unquoted = (name: string): string =>
  name.length > 1 && name.startsWith('"') && name.endsWith('"') ? name.slice(1, -1).replaceAll('\\"', '"').trim() : name
