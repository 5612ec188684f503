/** Hands text to the browser as a plain text file. */
export function saveText(fileName: string, text: string): void {
  saveFile({ name: fileName, blob: new Blob([text], { type: 'text/plain;charset=utf-8' }) })
}

/** Hands a file to the browser. */
export function saveFile({ name, blob }: { readonly name: string; readonly blob: Blob }): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
