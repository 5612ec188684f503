import { isObject, type Json, type JsonObject } from '@waystation/wire/encoding/json'
import { printForm } from '../../lib/bodies/multipart.ts'
import { type Conversation, UnreadableReply } from '../conversation.ts'
import { filePart, isData } from '../data-file.ts'

/** Who uploads, and to where. */
interface UploadParts extends Pick<Conversation, 'send'> {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** An app finds only those files again that the same user has uploaded. */
  readonly user: string
}

/** The files of a request with their data uploaded, one after another, and named by the ids that the vendor gave them. */
export async function uploaded(files: readonly Json[], parts: UploadParts): Promise<Json[]> {
  const named: Json[] = []
  for (const file of files) named.push(isObject(file) && isData(file.url) ? await upload(file, file.url, parts) : file)
  return named
}

async function upload({ url: _, name, ...file }: JsonObject, data: string, { url, headers, user, send }: UploadParts): Promise<JsonObject> {
  const { contentType, body } = printForm([{ name: 'user', text: user }, filePart(data, name)])
  const reply = await send({ method: 'POST', url, headers: { ...headers, 'content-type': contentType, accept: 'application/json' }, body })
  const answer = await reply.json()
  if (!isObject(answer) || typeof answer.id !== 'string') throw new UnreadableReply('the upstream took a file and gave it no id')
  return { ...file, upload_file_id: answer.id }
}
