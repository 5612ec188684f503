// What a recording is, by what its sender says of it.

/** By the end of a file's name. Source: RFC 3555, RFC 4337, RFC 5334, RFC 9639; the others as IANA's vendors register them. */
const byEnding: Readonly<Record<string, string>> = {
  ...{ wav: 'audio/wav', mp3: 'audio/mpeg', mpga: 'audio/mpeg', mpeg: 'audio/mpeg', m4a: 'audio/mp4', mp4: 'audio/mp4' },
  ...{
    ogg: 'audio/ogg',
    oga: 'audio/ogg',
    opus: 'audio/ogg',
    flac: 'audio/flac',
    webm: 'audio/webm',
    aac: 'audio/aac',
    aiff: 'audio/aiff',
  },
}
const otherNames: Readonly<Record<string, string>> = { 'audio/x-wav': 'audio/wav', 'audio/wave': 'audio/wav', 'audio/mp3': 'audio/mpeg' }

/**
 * The type of a recording. The name of its file counts first, since many clients send no type or a wrong one.
 * @param type the content type of its part of the form; empty: none
 */
export function recordingType(fileName: string, type: string): string {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  if (Object.hasOwn(byEnding, ending)) return byEnding[ending] ?? ''
  const [plain = ''] = type.toLowerCase().split(';')
  return otherNames[plain] ?? (plain.startsWith('audio/') ? plain : 'audio/wav')
}
