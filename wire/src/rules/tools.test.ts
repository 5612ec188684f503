import { describe, expect, test } from 'vitest'
import { limited } from '../../testing/limited.ts'
import type { ChatRequest, FunctionTool, Tool, ToolChoice } from '../chat/request/request.ts'
import { isForced, limitTools, nameUnknownChoice, withoutUselessTools } from './tools.ts'
import type { ToolsRule } from './vendors/chat-rules.ts'

const tool = (name: string, more: Partial<FunctionTool> = {}): Tool => ({ kind: 'function', name, ...more })
const search: Tool = { kind: 'vendor', type: 'web_search', value: { type: 'web_search', name: 'web_search' }, purpose: 'web-search' }
const shell: Tool = { kind: 'vendor', type: 'bash', value: { type: 'bash', name: 'bash' } }
const limit = (fields: Partial<ChatRequest>, rule: ToolsRule) => limited(limitTools, fields, rule)

describe('a request without tools', () => {
  const useless = (fields: Partial<ChatRequest>) => limited((request, _, losses) => withoutUselessTools(request, losses), fields, undefined)

  test('has no empty list of them, no choice and no word on parallel calls', () => {
    const { request, losses } = useless({ tools: [], toolChoice: { kind: 'auto' }, parallelToolCalls: true })
    for (const key of ['tools', 'toolChoice', 'parallelToolCalls']) expect(request).not.toHaveProperty(key)
    expect(losses).toEqual([])
  })

  test.each<[ToolChoice, readonly string[]]>([
    [{ kind: 'required' }, ['toolChoice needed']],
    [{ kind: 'tool', name: 'f' }, ['toolChoice needed']],
    [{ kind: 'some', names: ['f'], isRequired: true }, ['toolChoice needed']],
    [{ kind: 'some', names: ['f'], isRequired: false }, []],
    [{ kind: 'none' }, []],
    [{ kind: 'unknown', value: 'often' }, ['toolChoice not-expressible']],
  ])('that chooses %j names %j', (toolChoice, named) => expect(useless({ toolChoice }).losses).toEqual(named))
})

test('a choice of a tool that is not there is needed', () => {
  const named = (tools: readonly Tool[], name: string) =>
    limited(
      (request, _, losses) => {
        nameUnknownChoice(request, losses)
        return request
      },
      { tools, toolChoice: { kind: 'tool', name } },
      undefined,
    ).losses
  expect(named([tool('f')], 'g')).toEqual(['toolChoice needed'])
  expect(named([tool('f')], 'f')).toEqual([])
  expect(named([search], 'web_search')).toEqual([])
})

test('a choice forces where the model must call', () => {
  expect(isForced({ kind: 'required' })).toBe(true)
  expect(isForced({ kind: 'some', names: ['f'], isRequired: false })).toBe(false)
  expect(isForced({ kind: 'auto' })).toBe(false)
})

describe('how many', () => {
  test('more tools than are taken are needed', () => {
    expect(limit({ tools: [tool('a'), tool('b'), tool('c')] }, { max: 2 }).losses).toEqual(['tools[2] needed'])
    expect(limit({ tools: [tool('a'), tool('b')] }, { max: 2 }).losses).toEqual([])
  })

  test('of more strict tools the last ones are no longer strict', () => {
    const tools = [tool('a', { strict: true }), tool('b'), tool('c', { strict: true }), tool('d', { strict: true })]
    const { request, losses } = limit({ tools }, { mostStrict: 1 })
    expect(request.tools?.map((each) => each.kind === 'function' && each.strict)).toEqual([true, undefined, false, false])
    expect(losses).toEqual(['tools[2].strict not-expressible', 'tools[3].strict not-expressible'])
  })

  test('where the word strict is unknown no tool has it', () => {
    const { request, losses } = limit({ tools: [tool('a', { strict: true }), tool('b', { strict: false })] }, { refusesStrict: true })
    expect(request.tools).toEqual([tool('a'), tool('b')])
    expect(losses).toEqual(['tools[0].strict not-expressible'])
  })
})

describe('arguments', () => {
  test.each([
    [undefined, { type: 'object', properties: {} }],
    [{}, { type: 'object', properties: {} }],
    [{ type: 'object' }, { type: 'object', properties: {} }],
    [
      { type: 'object', properties: null, required: null },
      { type: 'object', properties: {} },
    ],
    [
      { type: 'object', properties: { a: {} }, required: ['a'] },
      { type: 'object', properties: { a: {} }, required: ['a'] },
    ],
    [{ type: 'string' }, { type: 'string' }],
  ])('%j have properties: %j', (parameters, expected) => {
    const { request, losses } = limit({ tools: [tool('f', parameters && { parameters })] }, { needsProperties: true })
    expect(request.tools?.[0]).toMatchObject({ parameters: expected })
    expect(losses).toEqual([])
  })

  test('have their definitions where the vendor looks for them', () => {
    const parameters = { properties: { at: { $ref: '#/definitions/place' } }, definitions: { place: { type: 'string' } } }
    const { request } = limit({ tools: [tool('f', { parameters })] }, { renamesDefinitions: true })
    expect(request.tools?.[0]).toMatchObject({
      parameters: { properties: { at: { $ref: '#/$defs/place' } }, $defs: { place: { type: 'string' } } },
    })
  })

  test('whose properties have names that are refused are needed', () => {
    const parameters = { type: 'object', properties: { 'with space': { type: 'string' } } }
    expect(limit({ tools: [tool('f', { parameters })] }, { propertyNames: /^[\w.-]{1,64}$/ }).losses).toEqual([
      'tools[0].parameters needed',
    ])
  })
})

describe("other vendors' own tools", () => {
  test('are left out and named where this one has none for that purpose', () => {
    const { request, losses } = limit({ tools: [shell, search, tool('f')] }, { hosted: ['web-search'] })
    expect(request.tools).toEqual([search, tool('f')])
    expect(losses).toEqual(['tools[0] not-expressible'])
  })

  test('are needed where one is forced', () => {
    const forced = { tools: [search, tool('f')], toolChoice: { kind: 'tool', name: 'web_search' } } as const
    expect(limit(forced, { hosted: [] }).losses).toContain('toolChoice needed')
    expect(limit(forced, { hosted: ['web-search'] }).losses).toEqual([])
  })

  test('leave no list and no choice behind, and a choice that some tool is called is needed then', () => {
    const { request, losses } = limit({ tools: [search], toolChoice: { kind: 'auto' } }, { hosted: [] })
    expect(request).not.toHaveProperty('tools')
    expect(request).not.toHaveProperty('toolChoice')
    expect(losses).toEqual(['tools[0] not-expressible'])
    expect(limit({ tools: [search], toolChoice: { kind: 'required' } }, { hosted: [] }).losses).toContain('toolChoice needed')
  })
})

describe('the choice', () => {
  test('that forces is needed where nothing can be forced', () => {
    for (const toolChoice of [{ kind: 'required' }, { kind: 'tool', name: 'f' }] as const)
      expect(limit({ tools: [tool('f')], toolChoice }, { refusesForced: true }).losses).toEqual(['toolChoice needed'])
    expect(limit({ tools: [tool('f')], toolChoice: { kind: 'auto' } }, { refusesForced: true }).losses).toEqual([])
    const forced = { tools: [tool('f')], toolChoice: { kind: 'required' } } as const
    expect(limit(forced, { refusesForced: 'thinking' }).losses).toEqual(['toolChoice needed'])
    expect(limit({ ...forced, reasoning: { effort: 'low' } }, { refusesForced: 'thinking' }).losses).toEqual(['toolChoice needed'])
    for (const reasoning of [{ isEnabled: false }, { effort: 'none' }, { effort: 'minimal' }])
      expect(limit({ ...forced, reasoning }, { refusesForced: 'thinking' }).losses).toEqual([])
  })

  test('that some tool is called names the only one where that is the way to say it, and is needed where there are more', () => {
    const required = { toolChoice: { kind: 'required' } } as const
    const one = limit({ tools: [tool('f')], ...required }, { refusesRequired: true })
    expect(one).toMatchObject({ request: { toolChoice: { kind: 'tool', name: 'f' } }, losses: [] })
    expect(limit({ tools: [tool('f'), tool('g')], ...required }, { refusesRequired: true }).losses).toEqual(['toolChoice needed'])
  })

  test.each([
    [true, 'required'],
    [false, 'auto'],
  ])('among some tools leaves the others out where it is unknown; must one be called: %s', (isRequired, kind) => {
    const toolChoice: ToolChoice = { kind: 'some', names: ['b'], isRequired }
    const { request, losses } = limit({ tools: [tool('a'), tool('b')], toolChoice }, { refusesSome: true })
    expect(request.tools).toEqual([tool('b')])
    expect(request.toolChoice).toEqual({ kind })
    expect(losses).toEqual([])
  })
})

test('of tools that the vendor runs none is offered where none may be called', () => {
  const fields: Partial<ChatRequest> = { tools: [search], toolChoice: { kind: 'none' } }
  const { request, losses } = limited((asked, _, log) => withoutUselessTools(asked, log), fields, undefined)
  expect(request).not.toHaveProperty('tools')
  expect(request).not.toHaveProperty('toolChoice')
  expect(losses).toEqual(['tools[0] not-expressible'])
})

describe('where the model alone chooses', () => {
  const choosing = (toolChoice: ToolChoice) =>
    limit({ tools: [tool('f'), tool('g')], toolChoice, parallelToolCalls: true }, { refusesChoices: true, refusesSome: true, hosted: [] })

  test.each<ToolChoice>([{ kind: 'required' }, { kind: 'tool', name: 'f' }])('the choice %j is left out and named', (toolChoice) => {
    const { request, losses } = choosing(toolChoice)
    expect(request).not.toHaveProperty('toolChoice')
    expect(request.tools).toHaveLength(2)
    expect(losses).toEqual(['toolChoice not-expressible'])
  })

  test('a forced choice among some leaves these', () => {
    const { request, losses } = choosing({ kind: 'some', names: ['g'], isRequired: true })
    expect(request).not.toHaveProperty('toolChoice')
    expect(request.tools).toEqual([tool('g')])
    expect(losses).toEqual(['toolChoice not-expressible'])
  })

  test('no tool is offered where none may be called', () => {
    const { request, losses } = choosing({ kind: 'none' })
    for (const key of ['tools', 'toolChoice', 'parallelToolCalls']) expect(request).not.toHaveProperty(key)
    expect(losses).toEqual(['tools[0] not-expressible', 'tools[1] not-expressible'])
  })

  test('its own choice stays', () => {
    expect(choosing({ kind: 'auto' })).toMatchObject({ request: { toolChoice: { kind: 'auto' } }, losses: [] })
  })
})
