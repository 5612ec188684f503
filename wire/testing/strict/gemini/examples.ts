// Pieces of requests that the examples of the Gemini API's judge are made of.

/** A request that is refused: its body, and its model, method and headers where they are not the usual ones. */
export type Refused = { says: string; body: unknown; model?: string; headers?: Record<string, string> }

export const user = (...parts: object[]) => ({ role: 'user', parts })
export const model = (...parts: object[]) => ({ role: 'model', parts })
export const asked = [user({ text: 'What is the weather in Berlin?' })]
export const call = (name: string) => ({ functionCall: { name, args: { city: 'Berlin' } } })
export const signed = (name: string) => ({ ...call(name), thoughtSignature: 'aGk=' })
export const response = (name: string) => ({ functionResponse: { name, response: { celsius: 21 } } })

export const weather = { name: 'weather', description: 'The weather now.' }
export const functions = [{ functionDeclarations: [weather] }]
export const withTools = (...tools: object[]) => ({ contents: asked, tools })
export const withParameters = (parameters: object) => withTools({ functionDeclarations: [{ ...weather, parameters }] })
export const withConfig = (generationConfig: object) => ({ contents: asked, generationConfig })
export const thinking = (thinkingConfig: object) => withConfig({ thinkingConfig })
