// Sends drawn requests to every target and notes what is wrong with what arrives, and with what the client gets back.
import { type ClientDialectName, clientDialects } from '@waystation/wire/chat/dialects'
import { lossList } from '@waystation/wire/chat/losses/loss'
import type { ChatRequest } from '@waystation/wire/chat/request/request'
import { applyRules } from '@waystation/wire/rules/apply-rules'
import { ruleNamesByKind, rulesFor } from '@waystation/wire/rules/rulebooks'
import type { Draw } from '@waystation/wire/testing/draws/draw'
import { unnamedFacts, unnamedTexts } from '@waystation/wire/testing/unnamed'
import type { Call } from '../../types.ts'
import { confirmRefusal } from './confirm-refusal.ts'
import { type Encoded, encodeDraw } from './encode-draw.ts'
import { complaintAboutReply } from './reply-of-draw.ts'
import { isFactSaidOtherwise, isTextSaidOtherwise } from './said-otherwise.ts'
import type { Tally } from './tally.ts'
import { type Target, targets } from './targets.ts'

/** What thinking models refuse is taken off within one dialect too, and named (decision 19). */
const namedEdits: readonly string[] = ['temperature', 'top_p']

/** Sends one draw to every target: at each, to one of its models, another one each time. At one of them the reply is looked at too. */
export async function sendDraw(dialect: ClientDialectName, draw: Draw, turn: number, tally: Tally): Promise<void> {
  if (!(await isValid(dialect, draw, tally))) {
    tally.notValid += 1
    return
  }
  tally.valid += 1
  let isServed = false
  for (const [index, target] of targets.entries()) {
    if (target.draws?.test(draw.name) === false) continue
    const model = target.models[turn % target.models.length] ?? ''
    const encoded = await encodeDraw(dialect, draw, target, model)
    const where = `${dialect} to ${target.name}, ${model}: ${draw.name}`
    if (encoded.kind === 'misread') tally.misread.add(encoded.path, () => where)
    else if (target.dialect === dialect) judgePassedOn(encoded, target, where, tally)
    else {
      noteRules(conversationOf(encoded.call), target, model, tally)
      judgeTranslated(encoded, target, model, where, tally)
      isServed ||= encoded.kind === 'sent'
      if (encoded.kind === 'sent' && turn % targets.length === index) await judgeReply(encoded, turn, where, tally)
    }
  }
  if (!isServed) tally.servedNowhere += 1
}

/** Does the client's own vendor take it, for one of its models? Passed through, so that it is judged as it came. */
async function isValid(dialect: ClientDialectName, draw: Draw, tally: Tally): Promise<boolean> {
  const own = targets.find((target) => target.dialect === dialect)
  if (own === undefined) return false
  for (const model of own.models) {
    const encoded = await encodeDraw(dialect, draw, own, model)
    if (encoded.kind === 'misread') {
      tally.misread.add(encoded.path, () => `${dialect}: ${draw.name}`)
      return false
    }
    if (encoded.kind === 'sent' && !own.judge?.judge(encoded.request)) return true
  }
  return false
}

function judgePassedOn(encoded: Encoded, target: Target, where: string, tally: Tally): void {
  if (encoded.kind !== 'sent') tally.edited.add('refused by us', () => where)
  else if (encoded.losses.some(({ path }) => !namedEdits.includes(path)))
    tally.edited.add(encoded.losses.map(({ path }) => path).join(', '), () => where)
  else if (target.judge?.judge(encoded.request)) tally.passedOn += 1
}

function judgeTranslated(encoded: Encoded, target: Target, model: string, where: string, tally: Tally): void {
  if (encoded.kind === 'misread') return
  if (encoded.kind === 'refused') {
    const { by, isConfirmed } = confirmRefusal(conversationOf(encoded.call), target, model, encoded.address)
    tally.refused.add(by, () => where)
    if (!isConfirmed && target.judge) tally.unconfirmed.add(`${target.name} ${by}`, () => where)
    return
  }
  tally.sent.add(target.name, () => where)
  const refusal = target.judge?.judge(encoded.request)
  if (refusal) tally.vendorRefusals.add(`${target.name} ${refusal.rule}`, () => `${where}: ${JSON.stringify(refusal.body).slice(0, 400)}`)
  for (const missing of unnamedIn(encoded, target)) tally.unnamed.add(`${target.name} ${missing.replaceAll(/\[\d+\]/g, '[]')}`, () => where)
}

async function judgeReply(encoded: Extract<Encoded, { kind: 'sent' }>, turn: number, where: string, tally: Tally): Promise<void> {
  const complaint = await complaintAboutReply(encoded, Math.floor(turn / targets.length))
  if (complaint === 'skipped') return
  tally.replies += 1
  if (complaint !== undefined) tally.invalidReplies.add(complaint.replaceAll(/\d+/g, 'N').slice(0, 80), () => `${where}: ${complaint}`)
}

function conversationOf(call: Call): ChatRequest {
  const { operation } = call.endpoint
  if (operation.kind !== 'conversation') throw new Error(`${operation.name} is no conversation`)
  return operation.conversation(call)
}

function unnamedIn({ call, request, losses }: Extract<Encoded, { kind: 'sent' }>, { dialect }: Target): string[] {
  const asked = conversationOf(call)
  const written = JSON.stringify(request.body)
  const texts = unnamedTexts(asked, written, losses, ({ path, text }) => isTextSaidOtherwise(path, text, written))
  const reader = Object.entries(clientDialects).find(([name]) => name === dialect)?.[1]
  const facts = reader ? unnamedFacts(asked, reader.readRequest(JSON.parse(written)), losses, isFactSaidOtherwise) : []
  // Of a choice among some tools the others are left out where the vendor knows no such choice.
  const isNarrowed = (each: string) => asked.toolChoice?.kind === 'some' && /^(tools\[|count\.(tools|strict))/.test(each)
  return [...texts, ...facts].filter((each) => !isNarrowed(each))
}

function noteRules(request: ChatRequest, { rulebook }: Target, model: string, tally: Tally): void {
  const suppliers = ruleNamesByKind(rulebook, model)
  applyRules(request, rulesFor(rulebook, model), lossList(), (kind) => {
    for (const name of suppliers[kind] ?? []) tally.usedRules.add(name)
  })
}
