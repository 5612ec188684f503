// Sends drawn requests to every face and notes what is wrong with what arrives.
import { type ClientDialectName, clientDialects } from '@waystation/wire/chat/dialects'
import { lossList } from '@waystation/wire/chat/loss'
import { applyRules } from '@waystation/wire/rules/apply-rules'
import { rulesFor, suppliersFor } from '@waystation/wire/rules/rulebooks'
import type { Draw } from '@waystation/wire/testing/draws/draw'
import { unnamedFacts, unnamedTexts } from '@waystation/wire/testing/unnamed'
import { callOfDraw, type Encoded, encodeDraw } from './encode-draw.ts'
import { type Face, faces } from './faces.ts'
import { isFactSaidOtherwise, isTextSaidOtherwise } from './said-otherwise.ts'
import type { Tally } from './tally.ts'

/** The face of the client's own vendor in its own dialect. */
const ownFaces: Readonly<Record<ClientDialectName, Face | undefined>> = {
  'openai-chat': faces.find(({ dialect }) => dialect === 'openai-chat'),
  'openai-responses': faces.find(({ dialect }) => dialect === 'openai-responses'),
  'anthropic-messages': faces.find(({ dialect }) => dialect === 'anthropic-messages'),
  'gemini-generate': faces.find(({ dialect }) => dialect === 'gemini-generate'),
}

/** Sends one draw to every face: at each, to one of its models, another one each time. */
export async function sendDraw(dialect: ClientDialectName, draw: Draw, turn: number, tally: Tally): Promise<void> {
  if (!(await isValid(dialect, draw, tally))) {
    tally.notValid += 1
    return
  }
  tally.valid += 1
  for (const face of faces) {
    const model = face.models[turn % face.models.length] ?? ''
    const encoded = await encodeDraw(dialect, draw, face, model)
    const where = `${dialect} to ${face.name}, ${model}: ${draw.name}`
    if (encoded.kind === 'misread') tally.misread.add(encoded.path, () => where)
    else if (face.dialect === dialect) judgePassedOn(encoded, where, tally)
    else {
      noteRules(dialect, draw, face, model, tally)
      judgeTranslated(encoded, face, where, tally)
    }
  }
}

/** Does the client's own vendor take it, for one of its models? Passed through, so that it is judged as it came. */
async function isValid(dialect: ClientDialectName, draw: Draw, tally: Tally): Promise<boolean> {
  const own = ownFaces[dialect]
  for (const model of own?.models ?? []) {
    const encoded = await encodeDraw(dialect, draw, own as Face, model)
    if (encoded.kind === 'misread') {
      tally.misread.add(encoded.path, () => `${dialect}: ${draw.name}`)
      return false
    }
    if (encoded.kind === 'sent' && !own?.judge.judge(encoded.request)) return true
  }
  return false
}

/** What thinking models refuse is taken off within one dialect too, and named (decision 19). */
const namedEdits: readonly string[] = ['temperature', 'top_p']

function judgePassedOn(encoded: Encoded, where: string, tally: Tally): void {
  if (encoded.kind !== 'sent') tally.edited.add('refused by us', () => where)
  else if (encoded.losses.some(({ path }) => !namedEdits.includes(path)))
    tally.edited.add(encoded.losses.map(({ path }) => path).join(', '), () => where)
}

function judgeTranslated(encoded: Encoded, face: Face, where: string, tally: Tally): void {
  if (encoded.kind === 'misread') return
  if (encoded.kind === 'refused') {
    const needed = encoded.losses.filter(({ reason }) => reason === 'needed').map(({ path }) => path.replaceAll(/\[\d+\]/g, '[]'))
    tally.refused.add([...new Set(needed)].join(', '), () => where)
    return
  }
  tally.sent.add(face.name, () => where)
  const refusal = face.judge.judge(encoded.request)
  if (refusal) tally.vendorRefusals.add(`${face.name} ${refusal.rule}`, () => `${where}: ${JSON.stringify(refusal.body).slice(0, 400)}`)
  for (const missing of unnamedIn(encoded, face)) tally.unnamed.add(`${face.name} ${missing.replaceAll(/\[\d+\]/g, '[]')}`, () => where)
}

function unnamedIn({ call, request, losses }: Extract<Encoded, { kind: 'sent' }>, { dialect }: Face): string[] {
  const { operation } = call.endpoint
  if (operation.kind !== 'conversation') return []
  const asked = operation.conversation(call)
  const written = JSON.stringify(request.body)
  const texts = unnamedTexts(asked, written, losses, ({ path, text }) => isTextSaidOtherwise(path, text, written))
  if (!(dialect in clientDialects)) return texts.filter((each) => asked.toolChoice?.kind !== 'some' || !each.startsWith('tools['))
  const back = clientDialects[dialect as ClientDialectName].readRequest(JSON.parse(written))
  const all = [...texts, ...unnamedFacts(asked, back, losses, isFactSaidOtherwise)]
  // Of a choice among some tools the others are left out where the vendor knows no such choice.
  return asked.toolChoice?.kind === 'some' ? all.filter((each) => !/^(tools\[|count\.(tools|strict))/.test(each)) : all
}

function noteRules(dialect: ClientDialectName, draw: Draw, { rulebook }: Face, model: string, tally: Tally): void {
  const { operation } = callOfDraw(dialect, draw, model).endpoint
  if (operation.kind !== 'conversation') return
  const suppliers = suppliersFor(rulebook, model)
  const request = operation.conversation(callOfDraw(dialect, draw, model))
  applyRules(request, rulesFor(rulebook, model), lossList(), (kind) => {
    for (const name of suppliers[kind] ?? []) tally.usedRules.add(name)
  })
}
