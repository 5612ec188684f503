/** The media type that the first letters of base64 data show, for senders that leave it out. */
export function typeOfData(data: string): string | undefined {
  if (data.startsWith('iVBORw0KGgo')) return 'image/png'
  if (data.startsWith('/9j/')) return 'image/jpeg'
  if (data.startsWith('R0lGOD')) return 'image/gif'
  // The words of a RIFF file's kind, without their first letters: WEBP and WAVE.
  if (data.startsWith('UklGR')) return data.slice(12, 16) === 'RUJQ' ? 'image/webp' : 'audio/wav'
  if (data.startsWith('JVBERi')) return 'application/pdf'
  return undefined
}
